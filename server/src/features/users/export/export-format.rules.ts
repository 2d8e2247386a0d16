import { byteOrderMark, csvLine } from '../../../platform/spreadsheet/write-csv.ts';
import type { UserRow } from '../users.repository.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'json';

/** First those that an import reads, so that a file can come back in. */
const columns = [
  ['name', (row) => row.name],
  ['countryCode', (row) => row.country_code],
  ['contactNumber', (row) => row.contact_number],
  ['kendraType', (row) => row.kendra_type],
  ['country', (row) => row.country],
  ['district', (row) => row.district],
  ['email', (row) => row.email],
  ['userType', (row) => row.user_type],
  ['status', (row) => row.status],
  ['loginCount', (row) => row.login_count],
  ['createdAt', (row) => row.created_at.toISOString()],
  ['lastLoginAt', (row) => row.last_login_at?.toISOString() ?? null],
] as const satisfies readonly (readonly [string, (row: UserRow) => string | number | null])[];

type Pages = AsyncIterable<readonly UserRow[]>;

const header = columns.map(([name]) => name);
const cellsOf = (row: UserRow) => columns.map(([, read]) => String(read(row) ?? ''));

/** Pages of users as CSV, headed by the byte order mark by which Excel knows UTF-8. */
export async function* csvChunks(pages: Pages): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(header);
  for await (const rows of pages) yield rows.map((row) => csvLine(cellsOf(row))).join('');
}

/** An import takes one leading apostrophe away, also where none was needed against formulas. */
export async function* xlsxRows(pages: Pages): AsyncGenerator<string[]> {
  yield header;
  for await (const rows of pages) {
    for (const row of rows) {
      yield cellsOf(row).map((text) => (text.startsWith("'") ? `'${text}` : text));
    }
  }
}

/** One array, a user a line. */
export async function* jsonChunks(pages: Pages): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of pages) {
    const lines = rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map(([name, read]) => [name, read(row)]))),
    );
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
