import { endpoints, type ImportJob } from '@prahari/contract';
import { useState } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Cell, HeaderCell } from '../../../ui/Table.tsx';
import styles from './Import.module.css';
import { COLUMN_TEXTS, PROBLEM_TEXTS } from './import-texts.ts';
import { PagedRows } from './PagedRows.tsx';
import { useFileDownload } from './use-file-download.ts';
import { useRowErrors } from './use-import-jobs.ts';

const cx = classNames(styles);
/** Few, so that what follows is not far. */
const FIRST_SIZE = 10;

interface RowErrorsProps {
  readonly job: ImportJob;
  /** By which a link on this page leads here. */
  readonly id: string;
}

/** The errors of rows, and these rows as a file; nothing when none failed. */
export function RowErrors({ job, id }: RowErrorsProps) {
  const { t } = useText();
  if (job.rows.failed === 0) return null;
  return (
    <div className={cx('stack', 'tight')}>
      <div className={cx('between')}>
        <h3 id={id} tabIndex={-1} className={cx('subheading', 'target')}>
          {t('imports.errorsTitle')}
        </h3>
        <FailedRowsButton job={job} />
      </div>
      <p className={cx('muted')}>{t('imports.errorsStay')}</p>
      <div className={cx('framed')}>
        <ErrorRows job={job} />
      </div>
    </div>
  );
}

function ErrorRows({ job }: { readonly job: ImportJob }) {
  const { t } = useText();
  const format = useFormat();
  const [paging, setPaging] = useState({ page: 1, limit: FIRST_SIZE });
  return (
    <PagedRows
      caption={t('imports.errorsTitle')}
      errorTitle={t('imports.errorsLoadFailed')}
      query={useRowErrors(job.id, paging)}
      paging={paging}
      onPaging={setPaging}
      head={
        <>
          <HeaderCell numeric>{t('imports.errorRow')}</HeaderCell>
          <HeaderCell>{t('imports.errorColumn')}</HeaderCell>
          <HeaderCell>{t('imports.errorValue')}</HeaderCell>
          <HeaderCell>{t('imports.errorReason')}</HeaderCell>
        </>
      }
    >
      {({ row, column, value, reason }) => (
        <tr key={`${row} ${column} ${reason}`}>
          <Cell numeric>{format.number(row)}</Cell>
          <Cell unbroken>{t(COLUMN_TEXTS[column])}</Cell>
          <Cell>
            {value === '' ? (
              <span className={cx('muted')}>{t('imports.errorEmpty')}</span>
            ) : (
              <span className={cx('value')}>{value}</span>
            )}
          </Cell>
          <Cell>{t(PROBLEM_TEXTS[reason])}</Cell>
        </tr>
      )}
    </PagedRows>
  );
}

/** The rows that failed, to be corrected and imported again. */
function FailedRowsButton({ job }: { readonly job: ImportJob }) {
  const { t } = useText();
  const rows = useFileDownload(endpoints.imports.failedRows);
  return (
    <Button
      size="compact"
      icon="download"
      loading={rows.isPending}
      onClick={() =>
        rows.mutate({ input: { params: { id: job.id } }, name: 'failed-rows', extension: 'csv' })
      }
    >
      {rows.isPending ? t('imports.downloading') : t('imports.downloadFailed')}
    </Button>
  );
}
