import { endpoints, type ImportJob } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFileDownload } from './use-file-download.ts';

/** The rows that failed, to be corrected and imported again. */
export function FailedRowsButton({ job }: { readonly job: ImportJob }) {
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
