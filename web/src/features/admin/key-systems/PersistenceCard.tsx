import type { PersistenceReport } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import styles from './KeySystems.module.css';
import { type TimeRange, usePersistence } from './use-key-systems.ts';
import { Waiting } from './Waiting.tsx';

const cx = classNames(styles);

const keptIn = ({ byType }: PersistenceReport) =>
  byType.find(({ eventType }) => eventType === 'license_persisted')?.count ?? 0;

/** Shows how well browsers keep licences, with advice. */
export function PersistenceCard({ range }: { readonly range: TimeRange }) {
  const { t } = useText();
  const { number, percent } = useFormat();
  const report = usePersistence(range);
  const { data } = report;
  const rows = data && [
    [t('keySystems.requests'), number(data.requests)],
    [t('keySystems.networkCalls'), number(data.networkCalls)],
    [t('keySystems.licencesKept'), number(keptIn(data))],
    [t('keySystems.cacheHitRate'), data.cacheHitRate === null ? '–' : percent(data.cacheHitRate)],
    [t('keySystems.videosWorking'), `${number(data.videosWorking)} / ${number(data.videosTried)}`],
    ...data.byStatus.map(({ status, count }) => [t(`keySystems.status_${status}`), number(count)]),
  ];
  return (
    <Card
      title={t('keySystems.persistence')}
      description={t('keySystems.persistenceText')}
      flush={data !== undefined && data.byType.length > 0}
    >
      {report.isPending ? <Waiting /> : null}
      {report.isError ? (
        <ErrorState
          title={t('keySystems.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={report.isFetching}
          onRetry={() => void report.refetch()}
        />
      ) : null}
      {data?.byType.length === 0 ? (
        <EmptyState small title={t('keySystems.noNotes')} icon="disk">
          {t('keySystems.noNotesText')}
        </EmptyState>
      ) : null}
      {data?.recommendation ? (
        <p role="status" className={cx('recommendation')}>
          {t('keySystems.improveCaching')}
        </p>
      ) : null}
      {rows && data.byType.length > 0 ? (
        <Table caption={t('keySystems.persistence')}>
          <thead>
            <tr>
              <HeaderCell>{t('keySystems.what')}</HeaderCell>
              <HeaderCell numeric>{t('keySystems.value')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name}>
                <Cell>{name}</Cell>
                <Cell numeric>{value}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
    </Card>
  );
}
