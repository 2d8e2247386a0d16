import { type AuditEntry, endpoints } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findActionTextKey } from '../../../domain/audit/action-text.ts';
import { Changes } from '../../../domain/audit/Changes.tsx';
import { describeSubject } from '../../../domain/audit/subject-text.ts';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Phone } from '../../../shared/format/Phone.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Pager } from '../../../shared/table/Pager.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import styles from './AuditLog.module.css';

const cx = classNames(styles);
const SMALLEST_PAGE = 25;

export interface AuditEntryDialogProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

/** Opens an entry: what was done, to what, and where it concerns many users, these one by one. */
export function AuditEntryDialog({ entry, onClose }: AuditEntryDialogProps) {
  const { t } = useText();
  const api = useApi();
  const errorText = useErrorText();
  const [query, setQuery] = useState({ page: 1, limit: SMALLEST_PAGE });
  const { id, hasUsers, actorName, actorNow } = entry;
  const subject = describeSubject(t, entry);
  const users = useQuery({
    queryKey: [...queryKeys.auditLog, id, 'users', query],
    queryFn: () => api.call(endpoints.users.auditSubjects, { params: { id }, query }),
    placeholderData: keepPreviousData,
    enabled: hasUsers,
  });
  const { items = [], total = 0 } = users.data ?? {};
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="drawer"
      title={t(findActionTextKey(entry.action))}
      {...(subject === '' ? {} : { description: subject })}
      closeLabel={t('common.close')}
    >
      <div className={cx('stack')}>
        {actorNow === null || actorNow.name === actorName ? null : (
          <p className={cx('muted')}>
            {t('audit.actorThen', { name: actorNow.name, before: actorName })}
          </p>
        )}
        <Changes entry={entry} />
        {users.isLoading ? <Skeleton shape="block" /> : null}
        {users.isError && !users.data ? (
          <ErrorState
            title={t('users.errorTitle')}
            retryLabel={t('common.retry')}
            retrying={users.isFetching}
            onRetry={() => void users.refetch()}
          >
            {errorText(users.error).text}
          </ErrorState>
        ) : null}
        <ul className={cx('users')}>
          {items.map((user) => (
            <li key={user.id}>
              <span>
                <Link to={`/admin/users/${user.id}`}>{user.name || t('bulk.unknownUser')}</Link>{' '}
                {user.contactNumber === '' ? null : (
                  <span className={cx('muted')}>
                    <Phone value={user.contactNumber} />
                  </span>
                )}
              </span>
              {user.outcome === 'done' ? null : (
                <span className={cx('muted')}>{t(`bulk.reason_${user.outcome}`)}</span>
              )}
            </li>
          ))}
        </ul>
        {total > SMALLEST_PAGE ? (
          <Pager
            of={t('users.title')}
            page={query.page}
            pageSize={query.limit}
            total={total}
            onPage={(page) => setQuery({ ...query, page })}
            onPageSize={(limit) => setQuery({ page: 1, limit })}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
