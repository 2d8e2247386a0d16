import {
  type ColumnMapping,
  type ImportColumn,
  importColumns,
  requiredImportColumns,
} from '@prahari/contract';

export type ColumnProblem = 'required' | 'twice';

export function isRequired(column: ImportColumn): boolean {
  return requiredImportColumns.some((required) => required === column);
}

/** Lists what is wrong with a choice of columns; empty when it can be sent. */
export function findColumnProblems(
  mapping: ColumnMapping,
): Readonly<Partial<Record<ImportColumn, ColumnProblem>>> {
  const problems: Partial<Record<ImportColumn, ColumnProblem>> = {};
  const taken = new Set<string>();
  for (const column of importColumns) {
    const header = mapping[column];
    if (header === undefined) {
      if (isRequired(column)) problems[column] = 'required';
      continue;
    }
    if (taken.has(header)) problems[column] = 'twice';
    taken.add(header);
  }
  return problems;
}

/** The headers that can be chosen: of equal ones the first counts, nameless ones can't be named. */
export function listChoosableHeaders(headers: readonly string[]): string[] {
  return [...new Set(headers)].filter((header) => header !== '');
}

export function isSameMapping(one: ColumnMapping, other: ColumnMapping): boolean {
  return importColumns.every((column) => one[column] === other[column]);
}

/** The cells of a row by the columns that the mapping finds in it. */
export function mapCells(
  mapping: ColumnMapping,
  headers: readonly string[],
  row: readonly string[],
): readonly { readonly column: ImportColumn; readonly text: string }[] {
  return importColumns.flatMap((column) => {
    const header = mapping[column];
    if (header === undefined) return [];
    return [{ column, text: row[headers.indexOf(header)] ?? '' }];
  });
}
