import { type ClientError, type ClientErrorGroup, endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import styles from './ClientErrors.module.css';
import type { ClientErrorsQuery } from './client-errors-view.ts';

const cx = classNames(styles);
const MOST = 25;

export interface OccurrencesProps {
  readonly group: ClientErrorGroup;
  /** The filters by which the group was found. */
  readonly query: ClientErrorsQuery;
}

/** Each time that an error was met, newest first, and the details of the latest. */
export function Occurrences({ group, query: { page: _, ...filters } }: OccurrencesProps) {
  const { t } = useText();
  const api = useApi();
  const query = { ...filters, sameAs: group.id, limit: MOST };
  const list = useQuery({
    queryKey: [...queryKeys.clientErrors, 'same', query],
    queryFn: () => api.call(endpoints.logs.clientErrors, { query }),
  });
  if (list.isPending) return <Skeleton shape="block" />;
  if (list.isError) return <ErrorNotice error={list.error} />;
  const { items, total } = list.data;
  const [latest] = items;
  return (
    <div className={cx('panel')}>
      <Table caption={t('clientErrors.occurrences')}>
        <thead>
          <tr>
            <HeaderCell>{t('clientErrors.at')}</HeaderCell>
            <HeaderCell part="title">{t('clientErrors.user')}</HeaderCell>
            <HeaderCell>{t('clientErrors.page')}</HeaderCell>
            <HeaderCell>{t('clientErrors.id')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {items.map((error) => (
            <tr key={error.id}>
              <Cell unbroken>
                <Time value={error.receivedAt} />
              </Cell>
              <Cell part="title">
                <Link to={`/admin/users/${error.userId}`}>{error.userName}</Link>
              </Cell>
              <Cell>{error.metadata['page'] ?? '–'}</Cell>
              <Cell>
                <code className={cx('id')}>{error.id}</code>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {total > items.length ? (
        <p className={cx('muted')}>
          {t('clientErrors.moreOccurrences', { count: total - items.length })}
        </p>
      ) : null}
      {latest ? <Technical error={latest} /> : null}
    </div>
  );
}

function Technical({ error }: { readonly error: ClientError }) {
  const { t } = useText();
  const { correlationId, metadata, userAgent, address } = error;
  const stack = metadata['stack'];
  return (
    <details>
      <summary>{t('clientErrors.technical')}</summary>
      <div className={cx('technical')}>
        <Facts
          facts={[
            [t('clientErrors.browser'), userAgent],
            [t('clientErrors.address'), address],
            ...(correlationId === null
              ? []
              : ([[t('clientErrors.correlationId'), correlationId]] as const)),
            ...(stack
              ? ([
                  [
                    t('clientErrors.stack'),
                    <code key="s" lang="en" className={cx('stack')}>
                      {stack}
                    </code>,
                  ],
                ] as const)
              : []),
          ]}
        />
      </div>
    </details>
  );
}
