import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../ui/Toaster.tsx';
import { DownloadCancelled, type DownloadWatch } from '../api/download.ts';
import { loadTexts, startI18n } from '../i18n/i18n.ts';
import { ExportControl } from './ExportControl.tsx';
import { exportAs } from './export-formats.ts';
import { buildExportTable } from './export-table.ts';

interface Person {
  readonly name: string;
}
const columns = [{ title: 'Name', value: (person: Person) => person.name }];
const people: readonly Person[] = [{ name: 'Asha' }, { name: '=HYPERLINK("x")' }];
let saved: { name: string; content: Blob }[] = [];

beforeAll(async () => {
  await startI18n();
  // The library too, so that no test waits for the loader.
  await Promise.all([loadTexts('admin'), import('./excel.ts')]);
});
beforeEach(() => {
  saved = [];
  let content = new Blob();
  // jsdom has no addresses of blobs.
  URL.createObjectURL = (blob: Blob) => {
    content = blob;
    return 'blob:export';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, content });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('says how many records of what, and is inert without any', () => {
  const { rerender } = render(
    <ExportControl name="users" title="Users" columns={columns} records={people} />,
  );
  expect(screen.getByRole('button', { name: 'Export 2 record(s): Users' })).toBeDefined();
  rerender(<ExportControl name="users" columns={columns} records={[]} />);
  const button = screen.getByRole('button', { name: 'Export 0 record(s)' });
  expect(button).toHaveProperty('disabled', true);
  fireEvent.keyDown(button, { key: 'Enter' });
  expect(screen.queryByRole('menu')).toBeNull();
});

test('without a list of formats exports CSV, under a name with the time', async () => {
  render(<ExportControl name="users" columns={columns} records={people} dropdown={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toMatch(/^users-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/);
  expect(await saved[0]?.content.text()).toContain(`"'=HYPERLINK(""x"")"`);
});

test('offers each format, and Excel is a real workbook', async () => {
  render(<ExportControl name="users" columns={columns} records={people} />);
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' });
  const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(items).toEqual(['CSV', 'Excel', 'JSON', 'Print']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Excel' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toMatch(/\.xlsx$/);
  const begin = new Uint8Array(await saved[0]!.content.arrayBuffer()).slice(0, 2);
  // A workbook is a ZIP archive.
  expect(String.fromCharCode(...begin)).toBe('PK');
});

test('more than is at hand comes from the server, tells its size so far, and can be cancelled', async () => {
  const asked: string[] = [];
  const remote = {
    total: 5004,
    save: (format: string, { signal, onProgress }: Required<DownloadWatch>) => {
      asked.push(format);
      onProgress(2_000_000);
      return new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DownloadCancelled()));
      });
    },
  };
  render(<ExportControl name="users" columns={columns} records={people} remote={remote} />);
  fireEvent.keyDown(screen.getByRole('button', { name: 'Export 5004 record(s)' }), {
    key: 'Enter',
  });
  const all = screen.getByRole('group', { name: 'All 5004 that match' });
  const items = within(all).getAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['CSV', 'Excel', 'JSON']);
  fireEvent.click(within(all).getByRole('menuitem', { name: 'Excel' }));
  const busy = await screen.findByRole('button', { name: 'Exporting...' });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  const cancel = screen.getByRole('button', { name: /^Cancel export \(2 ?MB so far\)$/ });
  cancel.focus();
  fireEvent.click(cancel);
  const trigger = await screen.findByRole('button', { name: 'Export 5004 record(s)' });
  await waitFor(() => expect(document.activeElement).toBe(trigger));
  expect(screen.queryByRole('button', { name: 'Try the export again' })).toBeNull();
  expect(asked).toEqual(['excel']);
  expect(saved).toEqual([]);
});

test('beside all that match offers the page that is shown, made here', async () => {
  const remote = { total: 5004, save: () => Promise.reject(new Error('not asked')) };
  render(<ExportControl name="users" columns={columns} records={people} remote={remote} />);
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' });
  const page = screen.getByRole('group', { name: 'This page (2)' });
  const items = within(page).getAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['CSV', 'Excel', 'JSON', 'Print']);
  fireEvent.click(within(page).getByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.content.text()).toContain('Asha');
});

test('a failed export can be retried unchanged, which removes its message', async () => {
  const asked: string[] = [];
  const remote = {
    total: 5004,
    async save(format: string) {
      asked.push(format);
      if (asked.length === 1) throw new Error('the line was lost');
    },
  };
  render(
    <>
      <Toaster label="Notifications" closeLabel="Close" />
      <ExportControl name="users" columns={columns} records={people} remote={remote} />
    </>,
  );
  fireEvent.keyDown(screen.getByRole('button', { name: /^Export/ }), { key: 'Enter' });
  const all = screen.getByRole('group', { name: 'All 5004 that match' });
  fireEvent.click(within(all).getByRole('menuitem', { name: 'JSON' }));
  expect(await screen.findByText('Export failed: the line was lost')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Try the export again' }));
  await waitFor(() => expect(asked).toEqual(['json', 'json']));
  expect(await screen.findByText('The export is complete.')).toBeDefined();
  const gone = () => expect(screen.queryByText('Export failed: the line was lost')).toBeNull();
  await waitFor(gone, { timeout: 10_000 });
  expect(screen.queryByRole('button', { name: 'Try the export again' })).toBeNull();
});

test('shows that it is running, and ignores a second press', async () => {
  render(<ExportControl name="users" columns={columns} records={people} />);
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Excel' }));
  const busy = screen.getByRole('button', { name: 'Exporting...', hidden: true });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  fireEvent.keyDown(busy, { key: 'Enter' });
  expect(screen.queryByRole('menu')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Export 2 record(s)' })).toBeDefined();
  expect(saved).toHaveLength(1);
});

test('a failed export says why', async () => {
  URL.createObjectURL = () => {
    throw new Error('no room for blobs');
  };
  render(
    <>
      <Toaster label="Notifications" closeLabel="Close" />
      <ExportControl name="users" columns={columns} records={people} dropdown={false} />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Export failed: no room for blobs')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', false);
});

test('JSON is data for programs: every value as it is', async () => {
  await exportAs('json', 'users', buildExportTable('Users', columns, people));
  expect(saved[0]?.name).toMatch(/^users-.*\.json$/);
  expect(JSON.parse(await saved[0]!.content.text())).toEqual([
    { Name: 'Asha' },
    { Name: '=HYPERLINK("x")' },
  ]);
});

test('prints a sheet with the rows, and takes it away again', async () => {
  let printed = '';
  let during = '';
  vi.stubGlobal('print', () => {
    printed = document.querySelector('section')?.textContent ?? '';
    during = document.body.className;
  });
  await exportAs('print', 'users', buildExportTable('Users', columns, people));
  vi.unstubAllGlobals();
  expect(printed).toBe('UsersNameAsha=HYPERLINK("x")');
  expect(document.querySelector('section')).toBeNull();
  // Only while it prints: afterwards an ordinary print shows the page.
  expect([during, document.body.className]).toEqual([expect.stringContaining('printing'), '']);
  expect(saved).toEqual([]);
});

test('an unsupported format is an error', async () => {
  const table = { title: 'x', columns: ['a'], rows: [] };
  await expect(exportAs('pdf', 'x', table)).rejects.toThrow('Unsupported format: pdf');
  await expect(exportAs('toString', 'x', table)).rejects.toThrow('Unsupported format');
});
