import {
  type ColumnMapping,
  guessColumns,
  type ImportColumn,
  importColumns,
  requiredImportColumns,
} from '@prahari/contract';

export type ColumnPlaces = ReadonlyMap<ImportColumn, number>;

export interface FoundColumns {
  readonly mapping: ColumnMapping;
  /** The cell of a row for each column. */
  readonly places: ColumnPlaces;
  /** Required ones, and those that were asked for under a header that is not there. */
  readonly missing: readonly ImportColumn[];
}

/**
 * Finds the columns by the headers that were named for them, or by their usual names. Of equal
 * headers the first counts.
 */
export function findColumns(headers: readonly string[], given: ColumnMapping | null): FoundColumns {
  const wanted = given ?? guessColumns(headers);
  const mapping: ColumnMapping = {};
  const places = new Map<ImportColumn, number>();
  const missing: ImportColumn[] = [];
  for (const column of importColumns) {
    const named = wanted[column]?.trim();
    const at = headers.findIndex((header) => header === named);
    const header = headers[at];
    if (header === undefined) {
      const isRequired = requiredImportColumns.some((required) => required === column);
      if (isRequired || named !== undefined) missing.push(column);
      continue;
    }
    mapping[column] = header;
    places.set(column, at);
  }
  return { mapping, places, missing };
}
