import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DropdownMenu, MenuItem } from '../../ui/DropdownMenu.tsx';
import { notify } from '../../ui/notify.ts';
import { useText } from '../i18n/use-text.ts';
import { type ExportFormat, exportAs, exportFormats } from './export-formats.ts';
import { type ExportColumn, exportTableOf } from './export-table.ts';

export interface ExportControlProps<Row> {
  /** Begins the file's name. */
  readonly name: string;
  /** Follows the number of records on the button, and heads what is exported. */
  readonly title?: string;
  readonly columns: readonly ExportColumn<Row>[];
  readonly records: readonly Row[];
  /** Without a list of formats, the button exports CSV at once. */
  readonly dropdown?: boolean;
}

/** Specification, section 2: export control. Without records it is disabled and does nothing. */
export function ExportControl<Row>({
  name,
  title,
  columns,
  records,
  dropdown = true,
}: ExportControlProps<Row>) {
  const { t } = useText();
  const [busy, setBusy] = useState(false);

  async function run(format: ExportFormat) {
    setBusy(true);
    try {
      await exportAs(format, name, exportTableOf(title ?? name, columns, records));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      notify.error(t('exporting.failed', { message }));
    } finally {
      setBusy(false);
    }
  }

  const label = dropdown ? recordsLabel() : t('exporting.csvOnly');
  const button = (
    <Button
      size="compact"
      icon="download"
      loading={busy}
      disabled={records.length === 0}
      {...(dropdown ? {} : { onClick: () => void run('csv') })}
    >
      {busy ? t('exporting.busy') : label}
    </Button>
  );
  if (!dropdown || records.length === 0) return button;
  return (
    <DropdownMenu trigger={button}>
      {exportFormats.map((format) => (
        <MenuItem key={format} onSelect={() => void run(format)}>
          {t(`exporting.${format}`)}
        </MenuItem>
      ))}
    </DropdownMenu>
  );

  function recordsLabel(): string {
    const number = records.length;
    return title === undefined
      ? t('exporting.records', { number })
      : t('exporting.recordsOf', { number, title });
  }
}
