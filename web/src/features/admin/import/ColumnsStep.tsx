import {
  type ColumnMapping,
  guessColumns,
  type ImportColumn,
  importColumns,
} from '@prahari/contract';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/Select.tsx';
import { ColumnPreview } from './ColumnPreview.tsx';
import { findColumnProblems, isRequired, listChoosableHeaders } from './column-choice.ts';
import styles from './Import.module.css';
import { COLUMN_TEXTS } from './import-texts.ts';

const cx = classNames(styles);
const PROBLEMS = { required: 'imports.columnRequired', twice: 'imports.columnTwice' } as const;

export interface ColumnsStepProps {
  readonly headers: readonly string[];
  /** The first rows, where they are at hand. */
  readonly rows: readonly (readonly string[])[] | null;
  /** The earlier choice; otherwise guessed from the headers. */
  readonly chosen: ColumnMapping | null;
  readonly busy: boolean;
  /** Errors and progress of the actions of the buttons. */
  readonly children: ReactNode;
  readonly onBack: () => void;
  readonly onCheck: (mapping: ColumnMapping) => void;
}

/** Maps the columns of the file; guessed, to be corrected. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { headers, rows, chosen, busy, children, onBack, onCheck } = props;
  const { t } = useText();
  const [mapping, setMapping] = useState(() => chosen ?? guessColumns(headers));
  const [asked, setAsked] = useState(false);
  const problems = findColumnProblems(mapping);
  const options = listChoosableHeaders(headers).map((value) => ({ value, label: value }));

  function choose(column: ImportColumn, header: string) {
    const { [column]: _before, ...others } = mapping;
    setMapping(header === '' ? others : { ...others, [column]: header });
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(problems).length === 0) onCheck(mapping);
  }

  function describeProblem(column: ImportColumn): string | undefined {
    const problem = problems[column];
    return problem && (asked || problem === 'twice') ? t(PROBLEMS[problem]) : undefined;
  }

  return (
    <form noValidate className={cx('stack')} onSubmit={submit}>
      <div className={cx('fields')}>
        {importColumns.map((column) => (
          <Select
            key={column}
            label={t(COLUMN_TEXTS[column])}
            hint={column === 'countryCode' ? t('imports.countryCodeHint') : undefined}
            placeholder={isRequired(column) ? t('imports.chooseColumn') : t('imports.notInFile')}
            required={isRequired(column)}
            disabled={busy}
            options={options}
            value={mapping[column] ?? ''}
            error={describeProblem(column)}
            onChange={(event) => choose(column, event.target.value)}
          />
        ))}
      </div>
      {rows ? (
        <ColumnPreview mapping={mapping} headers={headers} rows={rows} />
      ) : (
        <p className={cx('muted')}>{t('imports.previewNone')}</p>
      )}
      {children}
      <div className={cx('actions')}>
        <Button icon="arrow-left" disabled={busy} onClick={onBack}>
          {t('imports.back')}
        </Button>
        <Button type="submit" variant="primary" loading={busy}>
          {t('imports.check')}
        </Button>
      </div>
    </form>
  );
}
