import type { ImportJob } from '@prahari/contract';
import { useState } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell } from '../../../ui/Table.tsx';
import styles from './Import.module.css';
import { describeStanding } from './import-texts.ts';
import { PagedRows } from './PagedRows.tsx';
import { importSearch } from './use-import-address.ts';
import { useImportJobs } from './use-import-jobs.ts';

const cx = classNames(styles);
const FIRST_SIZE = 10;

/** Earlier checks and imports, newest first. */
export function ImportHistory() {
  const { t } = useText();
  const format = useFormat();
  const [paging, setPaging] = useState({ page: 1, limit: FIRST_SIZE });
  return (
    <PagedRows
      caption={t('imports.historyTitle')}
      errorTitle={t('imports.historyError')}
      query={useImportJobs(paging)}
      paging={paging}
      onPaging={setPaging}
      empty={
        <EmptyState title={t('imports.historyEmptyTitle')} icon="spreadsheet">
          {t('imports.historyEmptyText')}
        </EmptyState>
      }
      head={
        <>
          <HeaderCell>{t('imports.historyFile')}</HeaderCell>
          <HeaderCell>{t('imports.historyKind')}</HeaderCell>
          <HeaderCell>{t('imports.historyWho')}</HeaderCell>
          <HeaderCell>{t('imports.historyWhen')}</HeaderCell>
          <HeaderCell numeric>{t('imports.created')}</HeaderCell>
          <HeaderCell numeric>{t('imports.skipped')}</HeaderCell>
          <HeaderCell numeric>{t('imports.failed')}</HeaderCell>
          <HeaderCell>{t('imports.historyState')}</HeaderCell>
        </>
      }
    >
      {(job) => (
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
          <Cell unbroken>{t(job.validateOnly ? 'imports.kindCheck' : 'imports.kindImport')}</Cell>
          <Cell unbroken>{job.createdByName}</Cell>
          <Cell unbroken>
            <Time value={job.createdAt} show="day" />
          </Cell>
          <Cell numeric>{job.validateOnly ? '–' : format.number(job.rows.created)}</Cell>
          <Cell numeric>{format.number(job.rows.duplicates)}</Cell>
          <Cell numeric>{format.number(job.rows.failed)}</Cell>
          <Cell unbroken>
            <Standing job={job} />
          </Cell>
        </tr>
      )}
    </PagedRows>
  );
}

/** How it went; what went well is the rule and has no colour. */
function Standing({ job }: { readonly job: ImportJob }) {
  const { t } = useText();
  const { tone, text } = describeStanding(job);
  return tone === 'success' ? (
    t(text)
  ) : (
    <StatusBadge tone={tone} pulsing={job.state === 'running'}>
      {t(text)}
    </StatusBadge>
  );
}
