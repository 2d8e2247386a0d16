import { type SyntheticEvent, useState } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import styles from './Import.module.css';
import { FAILURE_TEXTS } from './import-texts.ts';
import { SampleFiles } from './SampleFiles.tsx';
import { SendProgress } from './SendProgress.tsx';
import { acceptedSheets, detectSheetKind } from './sheet-file.ts';
import { readCsvStart, type SheetProblem, type SheetStart } from './sheet-start.ts';
import type { useSendSheet } from './use-send-sheet.ts';

const cx = classNames(styles);

export interface ChooseStepProps {
  readonly sending: ReturnType<typeof useSendSheet>;
  /** A CSV file whose headers were read here. */
  readonly onSheet: (file: File, start: SheetStart) => void;
}

/** Takes the file: of CSV the first rows are read here, a workbook goes to the server. */
export function ChooseStep({ sending, onSheet }: ChooseStepProps) {
  const { t } = useText();
  const format = useFormat();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<SheetProblem | null>(null);
  const [reading, setReading] = useState(false);
  const nameProblem = file ? problemOfName(file) : null;
  const problemKey = nameProblem ?? (problem && FAILURE_TEXTS[problem]);

  function choose(next: File | null) {
    setFile(next);
    setProblem(null);
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!file || problemOfName(file)) return;
    if (detectSheetKind(file.name) === 'xlsx') return sending.start({ file, columns: null });
    setReading(true);
    const start = await readCsvStart(file).finally(() => setReading(false));
    if (typeof start === 'string') setProblem(start);
    else onSheet(file, start);
  }

  return (
    <div className={cx('choose')}>
      <form noValidate className={cx('stack')} onSubmit={(event) => void submit(event)}>
        <FileDrop
          label={t('imports.dropLabel')}
          hint={t('imports.dropHint')}
          browseLabel={t('imports.browse')}
          removeLabel={t('imports.removeFile')}
          accept={acceptedSheets}
          chosenIcon="spreadsheet"
          disabled={sending.running}
          file={file}
          describe={(chosen) => format.bytes(chosen.size)}
          error={problemKey ? t(problemKey) : undefined}
          onChange={choose}
        />
        <SendProgress sending={sending} />
        {sending.running ? null : (
          <div className={cx('actions')}>
            <Button
              type="submit"
              variant={file ? 'primary' : 'secondary'}
              icon="arrow-right"
              disabled={!file}
              loading={reading}
            >
              {t('imports.next')}
            </Button>
          </div>
        )}
      </form>
      <SampleFiles />
    </div>
  );
}

function problemOfName(file: File) {
  const kind = detectSheetKind(file.name);
  if (kind === 'old-excel') return 'imports.fileOldExcel';
  if (kind === 'other') return 'imports.fileNotSheet';
  return file.size === 0 ? 'imports.fileEmpty' : null;
}
