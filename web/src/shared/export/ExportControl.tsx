import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DropdownMenu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/DropdownMenu.tsx';
import { notify } from '../../ui/notify.ts';
import type { DownloadWatch } from '../api/download.ts';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import {
  type ExportFormat,
  exportAs,
  exportFormats,
  type FileFormatName,
} from './export-formats.ts';
import { buildExportTable, type ExportColumn } from './export-table.ts';
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
  /** Available rows: those shown or chosen on the page. */
  readonly records: readonly Row[];
  /** Offered beside `records`, which are then called the page. */
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
  const trigger = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const isLost = useRef(false);
  const exporting = useExportRun(() => {
    const { activeElement } = document;
    isLost.current = activeElement === cancel.current || activeElement === document.body;
  });
  const { busy, receivedBytes, retry } = exporting;
  const number = remote?.total ?? records.length;

  // A busy button can't have the focus, and one that goes takes it along: the keyboard finds it back here.
  useEffect(() => {
    if (busy || !isLost.current) return;
    isLost.current = false;
    trigger.current?.focus({ preventScroll: true });
  }, [busy]);

  function exportPage(chosen: ExportFormat) {
    void exporting.start(() =>
      exportAs(chosen, name, buildExportTable(title ?? name, columns, records)),
    );
  }

  function exportAll(save: RemoteExport['save'], chosen: FileFormatName) {
    void exporting.start(async (watch) => {
      await save(chosen, watch);
      notify.success(t('exporting.done'));
    });
  }

  const label = dropdown ? recordsLabel() : t('exporting.csvOnly');
  const button = (
    <Button
      ref={trigger}
      size="compact"
      icon="download"
      loading={busy}
      disabled={number === 0}
      {...(dropdown ? {} : { onClick: () => exportPage('csv') })}
    >
      {busy ? t('exporting.busy') : label}
    </Button>
  );
  if (!dropdown || number === 0) return button;
  const pageItems = exportFormats.map((one) => (
    <MenuItem key={one} onSelect={() => exportPage(one)}>
      {t(`exporting.${one}`)}
    </MenuItem>
  ));
  return (
    <>
      <DropdownMenu trigger={button}>
        {remote ? (
          <>
            <MenuGroup heading={t('exporting.all', { number })}>{allItems(remote)}</MenuGroup>
            <MenuSeparator />
            <MenuGroup heading={t('exporting.page', { number: records.length })}>
              {pageItems}
            </MenuGroup>
          </>
        ) : (
          pageItems
        )}
      </DropdownMenu>
      {busy && remote ? (
        <Button
          ref={cancel}
          size="compact"
          variant="ghost"
          icon="cancel"
          onClick={exporting.cancel}
        >
          {receivedBytes === null
            ? t('exporting.cancel')
            : t('exporting.cancelAt', { received: format.bytes(receivedBytes) })}
        </Button>
      ) : null}
      {retry && !busy ? (
        <Button size="compact" variant="ghost" icon="refresh" onClick={retry}>
          {t('exporting.retry')}
        </Button>
      ) : null}
    </>
  );

  /** Rows that only the server has can't be printed here. */
  function allItems({ save }: RemoteExport) {
    return exportFormats.map((one) =>
      one === 'print' ? null : (
        <MenuItem key={one} onSelect={() => exportAll(save, one)}>
          {t(`exporting.${one}`)}
        </MenuItem>
      ),
    );
  }

  function recordsLabel(): string {
    return title === undefined
      ? t('exporting.records', { number })
      : t('exporting.recordsOf', { number, title });
  }
}
