import * as z from 'zod/mini';
import type { TableColumn } from './table-column.ts';

const STORAGE_PREFIX = 'prahari.columns.';
const choiceSchema = z.record(z.string(), z.boolean());

/** The choices, by key of the column. Columns without a choice follow the table. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

type Shown = Pick<TableColumn<never>, 'key' | 'fixed' | 'hiddenAtFirst' | 'filterOnly'>;

/** Reads which columns of a table the user wants to see; stored in this browser only. */
export function readColumnChoices(storage: Pick<Storage, 'getItem'>, table: string): ColumnChoices {
  try {
    const kept = z.safeParse(
      choiceSchema,
      JSON.parse(storage.getItem(STORAGE_PREFIX + table) ?? '{}'),
    );
    return kept.success ? kept.data : {};
  } catch {
    return {};
  }
}

export function keepColumnChoices(
  storage: Pick<Storage, 'setItem'>,
  table: string,
  choices: ColumnChoices,
): void {
  try {
    storage.setItem(STORAGE_PREFIX + table, JSON.stringify(choices));
  } catch {
    // A full storage costs the memory of a choice, never the choice.
  }
}

/**
 * Returns the keys out of sight. A fixed column stays visible, even if an older version remembered
 * otherwise.
 */
export function listHiddenColumns(
  columns: readonly Shown[],
  choices: ColumnChoices,
): ReadonlySet<string> {
  const isShown = ({ key, fixed, hiddenAtFirst, filterOnly }: Shown) =>
    !filterOnly && (fixed || (Object.hasOwn(choices, key) ? choices[key] : !hiddenAtFirst));
  return new Set(columns.filter((column) => !isShown(column)).map(({ key }) => key));
}
