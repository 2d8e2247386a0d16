import { useState } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Pager } from '../../../shared/table/Pager.tsx';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import styles from './Import.module.css';
import { STATES } from './import-texts.ts';
import { importSearch } from './use-import-address.ts';
import { useImportErrorText } from './use-import-error-text.ts';
import { useImportJobs } from './use-import-jobs.ts';

const cx = classNames(styles);
const FIRST_SIZE = 10;

/** Earlier checks and imports, newest first. */
export function ImportHistory() {
  const { t } = useText();
  const format = useFormat();
  const errorText = useImportErrorText();
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(FIRST_SIZE);
  const jobs = useImportJobs({ page, limit: pageSize });
  if (jobs.isPending) {
    return (
      <div
        className={cx('loading')}
        role="status"
        aria-busy="true"
        aria-label={t('common.loading')}
      >
        <Skeleton />
        <Skeleton width="70%" />
      </div>
    );
  }
  if (!jobs.data) {
    return (
      <ErrorState
        title={t('imports.historyError')}
        retryLabel={t('common.retry')}
        retrying={jobs.isFetching}
        onRetry={() => void jobs.refetch()}
      >
        {errorText(jobs.error).text}
      </ErrorState>
    );
  }
  const { items, total } = jobs.data;
  if (total === 0) {
    return (
      <EmptyState title={t('imports.historyEmptyTitle')} icon="spreadsheet">
        {t('imports.historyEmptyText')}
      </EmptyState>
    );
  }
  return (
    <>
      <Table caption={t('imports.historyTitle')}>
        <thead>
          <tr>
            <HeaderCell>{t('imports.historyFile')}</HeaderCell>
            <HeaderCell>{t('imports.historyKind')}</HeaderCell>
            <HeaderCell>{t('imports.historyWho')}</HeaderCell>
            <HeaderCell>{t('imports.historyWhen')}</HeaderCell>
            <HeaderCell numeric>{t('imports.created')}</HeaderCell>
            <HeaderCell numeric>{t('imports.skipped')}</HeaderCell>
            <HeaderCell numeric>{t('imports.failed')}</HeaderCell>
            <HeaderCell>{t('imports.historyState')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {items.map((job) => (
            <tr key={job.id}>
              <Cell>
                <Link
                  to={{ search: importSearch({ jobId: job.id, wantsColumns: false }) }}
                  className={cx('fileLink')}
                >
                  {job.fileName}
                </Link>
                <span className={cx('muted', 'small')}> {format.bytes(job.fileSizeBytes)}</span>
              </Cell>
              <Cell unbroken>
                {t(job.validateOnly ? 'imports.kindCheck' : 'imports.kindImport')}
              </Cell>
              <Cell unbroken>{job.createdByName}</Cell>
              <Cell unbroken>
                <Time value={job.createdAt} />
              </Cell>
              <Cell numeric>{job.validateOnly ? '–' : format.number(job.rows.created)}</Cell>
              <Cell numeric>{format.number(job.rows.duplicates)}</Cell>
              <Cell numeric>{format.number(job.rows.failed)}</Cell>
              <Cell unbroken>
                <StatusBadge tone={STATES[job.state].tone} pulsing={job.state === 'running'}>
                  {t(STATES[job.state].text)}
                </StatusBadge>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <div className={cx('foot')}>
        <Pager
          of={t('imports.historyTitle')}
          page={page}
          pageSize={pageSize}
          total={total}
          onPage={setPage}
          onPageSize={(size) => {
            setPageSize(size);
            setPage(1);
          }}
        />
      </div>
    </>
  );
}
