import { Button } from '../../ui/Button.tsx';
import { DropdownMenu, MenuItem } from '../../ui/DropdownMenu.tsx';
import type { DownloadWatch } from '../api/download.ts';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import {
  type ExportFormat,
  exportAs,
  exportFormats,
  type FileFormatName,
} from './export-formats.ts';
import { type ExportColumn, exportTableOf } from './export-table.ts';
import { useExportRun } from './use-export-run.ts';

/** More records than are at hand: the server makes the file. */
export interface RemoteExport {
  readonly total: number;
  readonly save: (format: FileFormatName, watch: Required<DownloadWatch>) => Promise<void>;
}

export interface ExportControlProps<Row> {
  /** Begins the file's name. */
  readonly name: string;
  /** Follows the number of records on the button, and heads what is exported. */
  readonly title?: string;
  readonly columns: readonly ExportColumn<Row>[];
  readonly records: readonly Row[];
  /** Takes the place of `records`. */
  readonly remote?: RemoteExport | undefined;
  /** Without a list of formats, the button exports CSV at once. */
  readonly dropdown?: boolean;
}

/** Specification, section 2: export control. Without records it is disabled and does nothing. */
export function ExportControl<Row>({
  name,
  title,
  columns,
  records,
  remote,
  dropdown = true,
}: ExportControlProps<Row>) {
  const { t } = useText();
  const format = useFormat();
  const exporting = useExportRun();
  const { busy, receivedBytes } = exporting;
  const number = remote?.total ?? records.length;

  function run(chosen: ExportFormat) {
    void exporting.start((watch) =>
      remote && chosen !== 'print'
        ? remote.save(chosen, watch)
        : exportAs(chosen, name, exportTableOf(title ?? name, columns, records)),
    );
  }

  const label = dropdown ? recordsLabel() : t('exporting.csvOnly');
  const button = (
    <Button
      size="compact"
      icon="download"
      loading={busy}
      disabled={number === 0}
      {...(dropdown ? {} : { onClick: () => run('csv') })}
    >
      {busy ? t('exporting.busy') : label}
    </Button>
  );
  if (!dropdown || number === 0) return button;
  // What the server has can't be put on paper here.
  const formats = exportFormats.filter((one) => !remote || one !== 'print');
  return (
    <>
      <DropdownMenu trigger={button}>
        {formats.map((one) => (
          <MenuItem key={one} onSelect={() => run(one)}>
            {t(`exporting.${one}`)}
          </MenuItem>
        ))}
      </DropdownMenu>
      {busy && remote ? (
        <Button size="compact" variant="ghost" icon="cancel" onClick={exporting.cancel}>
          {receivedBytes === null
            ? t('exporting.cancel')
            : t('exporting.cancelAt', { received: format.bytes(receivedBytes) })}
        </Button>
      ) : null}
    </>
  );

  function recordsLabel(): string {
    return title === undefined
      ? t('exporting.records', { number })
      : t('exporting.recordsOf', { number, title });
  }
}
