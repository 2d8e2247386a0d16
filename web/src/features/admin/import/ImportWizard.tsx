import type { ImportJob } from '@prahari/contract';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ChooseStep } from './ChooseStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { decideStep } from './import-step.ts';
import { JobStep } from './JobStep.tsx';
import { SendProgress } from './SendProgress.tsx';
import { StepPanel } from './StepPanel.tsx';
import { StepTrail } from './StepTrail.tsx';
import type { SheetStart } from './sheet-start.ts';
import { useImportAddress } from './use-import-address.ts';
import { useSendSheet } from './use-send-sheet.ts';

/** Choose, columns, check, import, result. From the check on, the address says which import. */
export function ImportWizard() {
  const { t } = useText();
  const [address, go] = useImportAddress();
  const [sheet, setSheet] = useState<{ file: File; start: SheetStart } | null>(null);
  const [moved, setMoved] = useState(false);
  const sending = useSendSheet(({ id }: ImportJob) =>
    move({
      jobId: id, // Of a workbook the server reads the headers.
      wantsColumns: sheet === null,
    }),
  );

  function move(next: Parameters<typeof go>[0]) {
    setMoved(true);
    if (next.jobId === null) setSheet(null);
    go(next);
  }

  const { jobId, wantsColumns } = address;
  if (jobId !== null) {
    return (
      <JobStep
        id={jobId}
        wantsColumns={wantsColumns}
        start={sheet?.start ?? null}
        takesFocus={moved}
        go={move}
      />
    );
  }
  const step = decideStep(null, { hasHeaders: sheet !== null, wantsColumns });
  return (
    <>
      <StepTrail step={step} />
      {sheet ? (
        <StepPanel
          key="columns"
          step="columns"
          title={t('imports.columnsTitle')}
          description={t('imports.columnsText', { file: sheet.file.name })}
          takesFocus
        >
          <ColumnsStep
            headers={sheet.start.headers}
            rows={sheet.start.rows}
            chosen={null}
            busy={sending.running}
            onBack={() => setSheet(null)}
            onCheck={(columns) => sending.start({ file: sheet.file, columns })}
          >
            <SendProgress sending={sending} />
          </ColumnsStep>
        </StepPanel>
      ) : (
        <StepPanel key="choose" step="choose" title={t('imports.chooseTitle')} takesFocus={moved}>
          <ChooseStep
            sending={sending}
            onSheet={(file, start) => {
              setMoved(true);
              setSheet({ file, start });
            }}
          />
        </StepPanel>
      )}
    </>
  );
}
