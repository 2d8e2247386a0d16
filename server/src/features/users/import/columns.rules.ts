import {
  type ColumnMapping,
  type ImportColumn,
  importColumns,
  requiredImportColumns,
} from '@prahari/contract';

/** What people call the columns, without spaces and signs. */
const knownNames: Readonly<Record<ImportColumn, readonly string[]>> = {
  name: ['name', 'fullname', 'learnername', 'studentname', 'नाम', 'पूरानाम'],
  countryCode: ['countrycode', 'dialcode', 'isdcode', 'isd', 'देशकोड'],
  contactNumber: [
    ...['contactnumber', 'contactno', 'contact', 'phonenumber', 'phoneno', 'phone'],
    ...['mobilenumber', 'mobileno', 'mobile', 'मोबाइल', 'मोबाइलनंबर', 'फोन', 'फ़ोन', 'संपर्कनंबर'],
  ].map(plain),
  kendraType: ['kendratype', 'kendra', 'केंद्रप्रकार', 'केंद्र'],
  country: ['country', 'देश'],
  district: ['district', 'जिला', 'ज़िला'].map(plain),
  email: ['email', 'emailaddress', 'mail', 'ईमेल'],
};

export type ColumnPlaces = ReadonlyMap<ImportColumn, number>;

export interface FoundColumns {
  readonly mapping: ColumnMapping;
  /** Which cell of a row holds which column. */
  readonly places: ColumnPlaces;
  /** Required ones, and those that were asked for under a header that is not there. */
  readonly missing: readonly ImportColumn[];
}

/**
 * Finds the columns by the headers that were named for them, or by their usual names. Of equal
 * headers the first counts.
 */
export function findColumns(headers: readonly string[], given: ColumnMapping | null): FoundColumns {
  const mapping: ColumnMapping = {};
  const places = new Map<ImportColumn, number>();
  const missing: ImportColumn[] = [];
  for (const column of importColumns) {
    const named = given?.[column];
    const at = given
      ? headers.findIndex((header) => named !== undefined && header === named.trim())
      : headers.findIndex((header) => knownNames[column].includes(plain(header)));
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

/** Without spaces, signs and the difference of cases. */
function plain(header: string): string {
  return header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
