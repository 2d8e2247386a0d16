import { type AuditReport, endpoints } from '@prahari/contract';
import { useState } from 'react';
import { useApi } from '../../../../shared/api/api-context.ts';
import { downloadFile } from '../../../../shared/api/download.ts';
import { exportFileName } from '../../../../shared/export/file-name.ts';
import { saveFile } from '../../../../shared/export/save-file.ts';
import { useExportRun } from '../../../../shared/export/use-export-run.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../ui/Button.tsx';
import { DropdownMenu, MenuItem } from '../../../../ui/DropdownMenu.tsx';
import { PrintedReport } from './PrintedReport.tsx';

const name = 'security-audit';

/** Takes a report along: as data for programs, or on paper. */
export function ReportExport({ report }: { readonly report: AuditReport }) {
  const { t } = useText();
  const api = useApi();
  const { busy, start } = useExportRun(() => undefined);
  const [isPrinting, setPrinting] = useState(false);
  const { id } = report;

  async function saveJson() {
    const text = JSON.stringify(report, null, 2);
    const file = new Blob([text], { type: 'application/json' });
    saveFile(file, exportFileName(name, 'json', new Date()));
  }

  return (
    <>
      <DropdownMenu
        trigger={
          <Button size="compact" icon="download" loading={busy}>
            {t(busy ? 'exporting.busy' : 'securityAudit.export')}
          </Button>
        }
      >
        <MenuItem onSelect={() => void start(saveJson)}>{t('securityAudit.exportJson')}</MenuItem>
        <MenuItem
          onSelect={() =>
            void start(async (watch) => {
              const file = await downloadFile(
                api,
                endpoints.securityAudit.sarif,
                { params: { id } },
                watch,
              );
              saveFile(file, exportFileName(name, 'sarif', new Date()));
            })
          }
        >
          {t('securityAudit.exportSarif')}
        </MenuItem>
        <MenuItem icon="print" onSelect={() => setPrinting(true)}>
          {t('securityAudit.print')}
        </MenuItem>
      </DropdownMenu>
      {isPrinting ? <PrintedReport report={report} onDone={() => setPrinting(false)} /> : null}
    </>
  );
}
