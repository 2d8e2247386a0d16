import type { ImportJob } from '@prahari/contract';
import { useState } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Pager } from '../../../shared/table/Pager.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { FailedRowsButton } from './FailedRowsButton.tsx';
import styles from './Import.module.css';
import { COLUMN_TEXTS, PROBLEM_TEXTS } from './import-texts.ts';
import { useImportErrorText } from './use-import-error-text.ts';
import { useRowErrors } from './use-import-jobs.ts';

const cx = classNames(styles);
const FIRST_SIZE = 25;

/** What is wrong with which row, and the rows as a file; nothing when none failed. */
export function RowErrors({ job }: { readonly job: ImportJob }) {
  const { t } = useText();
  if (job.rows.failed === 0) return null;
  return (
    <div className={cx('stack', 'tight')}>
      <div className={cx('between')}>
        <h3 className={cx('subheading')}>{t('imports.errorsTitle')}</h3>
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
  const errorText = useImportErrorText();
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(FIRST_SIZE);
  const errors = useRowErrors(job.id, { page, limit: pageSize });
  if (errors.isPending) {
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
  if (!errors.data) {
    return (
      <ErrorState
        title={t('imports.errorsLoadFailed')}
        retryLabel={t('common.retry')}
        retrying={errors.isFetching}
        onRetry={() => void errors.refetch()}
      >
        {errorText(errors.error).text}
      </ErrorState>
    );
  }
  const { items, total } = errors.data;
  return (
    <>
      <Table caption={t('imports.errorsTitle')}>
        <thead>
          <tr>
            <HeaderCell numeric>{t('imports.errorRow')}</HeaderCell>
            <HeaderCell>{t('imports.errorColumn')}</HeaderCell>
            <HeaderCell>{t('imports.errorValue')}</HeaderCell>
            <HeaderCell>{t('imports.errorReason')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {items.map(({ row, column, value, reason }) => (
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
          ))}
        </tbody>
      </Table>
      <div className={cx('foot')}>
        <Pager
          of={t('imports.errorsTitle')}
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
