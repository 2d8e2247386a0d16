import {
  emailSchema,
  type ImportColumn,
  importColumns,
  isVisible,
  limits,
  type RowProblem,
  removeRewriting,
} from '@prahari/contract';
import * as z from 'zod/mini';
import type { Cell } from '../../../platform/spreadsheet/sheet.ts';
import { removeApostrophe } from '../../../platform/spreadsheet/write-csv.ts';
import { normalisePhone, type Phone } from '../accounts/phone.rules.ts';
import type { ColumnPlaces } from './columns.rules.ts';

/** The same limits as those of `POST /admin/users`. */
const longest: Readonly<Record<ImportColumn, number>> = {
  name: 120,
  countryCode: 5,
  contactNumber: 32,
  kendraType: 100,
  country: 100,
  district: 100,
  email: 254,
};
/** How much of a bad value is kept for display. */
const shownCharacters = 200;
const controlCharacter = /\p{Cc}/u;
const countryCodeShape = /^\+[1-9]\d{0,3}$/;

export interface RowFault {
  readonly column: ImportColumn;
  readonly value: string;
  readonly reason: RowProblem;
}

/** A learner as one row describes it. */
export interface LearnerDraft extends Phone {
  readonly name: string;
  readonly kendraType: string | null;
  readonly country: string | null;
  readonly district: string | null;
  readonly email: string | null;
}

export interface ReadRow {
  /** The cells of the columns, in the order of `importColumns`, cut when long. */
  readonly cells: readonly string[];
  readonly faults: readonly RowFault[];
  /** Null when there are faults. */
  readonly draft: LearnerDraft | null;
}

/** Reads one row: a draft, or everything that is wrong with it. */
export function readRow(cells: readonly Cell[], places: ColumnPlaces): ReadRow {
  const faults: RowFault[] = [];
  const texts = importColumns.map((column) => {
    const at = places.get(column);
    const { text, reason } = readCellText(at === undefined ? '' : (cells[at] ?? ''), column);
    if (reason) faults.push({ column, value: shown(text), reason });
    return text;
  });
  const [name = '', countryCode = '', contactNumber = '', ...rest] = texts;
  const isFaulty = (column: ImportColumn) => faults.some((fault) => fault.column === column);
  const code = addPlus(countryCode) || limits.defaultCountryCode;
  if (!isFaulty('countryCode') && !countryCodeShape.test(code)) {
    faults.push({
      column: 'countryCode',
      value: shown(countryCode),
      reason: 'country_code_invalid',
    });
  }
  const isReadable = !isFaulty('countryCode') && !isFaulty('contactNumber');
  const phone = isReadable ? normalisePhone(contactNumber, code) : null;
  if (isReadable && !phone) {
    faults.push({ column: 'contactNumber', value: shown(contactNumber), reason: 'phone_invalid' });
  }
  const [kendraType = null, country = null, district = null, typed = null] = rest.map(
    (text) => text || null,
  );
  const email = typed === null ? null : (z.safeParse(emailSchema, typed).data ?? null);
  if (typed !== null && email === null && !isFaulty('email')) {
    faults.push({ column: 'email', value: shown(typed), reason: 'email_invalid' });
  }
  const draft =
    phone && faults.length === 0 ? { name, ...phone, kendraType, country, district, email } : null;
  return { cells: texts.map(shown), faults, draft };
}

/** Tells whether a row is empty: such rows are skipped. */
export function isBlank(cells: readonly Cell[]): boolean {
  return cells.every((cell) => typeof cell === 'string' && cell.trim() === '');
}

function readCellText(
  cell: Cell,
  column: ImportColumn,
): { text: string; reason: RowProblem | null } {
  if (typeof cell !== 'string') {
    return { text: cell.shown, reason: cell.not === 'formula' ? 'formula' : 'not_text' };
  }
  const said = removeRewriting(removeApostrophe(cell.trim())).trim().normalize('NFC');
  const text = isVisible(said) ? said : '';
  return { text, reason: findFault(text, column) };
}

function findFault(text: string, column: ImportColumn): RowProblem | null {
  const isRequired = column === 'name' || column === 'contactNumber';
  if (text === '') return isRequired ? 'required' : null;
  if (controlCharacter.test(text)) return 'control_characters';
  return text.length > longest[column] ? 'too_long' : null;
}

/** Adds the plus sign that spreadsheet programs lose: they take `+91` for a number and write 91. */
function addPlus(countryCode: string): string {
  return /^\d/.test(countryCode) ? `+${countryCode}` : countryCode;
}

/**
 * Cuts a text to what is shown, without NUL and lone surrogates, which PostgreSQL does not store.
 */
function shown(text: string): string {
  return text.slice(0, shownCharacters).toWellFormed().replaceAll('\0', '\uFFFD');
}
