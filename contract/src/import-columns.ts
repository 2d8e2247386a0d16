import { type ColumnMapping, type ImportColumn, importColumns } from './user-import.ts';

/** Common names of the columns, in English and Hindi, without spaces and punctuation. */
const knownNames: Readonly<Record<ImportColumn, readonly string[]>> = {
  name: [
    ...['name', 'full name', 'learner', 'learner name', 'student', 'student name', 'user name'],
    ...[
      'नाम',
      'पूरा नाम',
      'शिक्षार्थी',
      'शिक्षार्थी का नाम',
      'विद्यार्थी',
      'विद्यार्थी का नाम',
      'छात्र का नाम',
    ],
  ],
  countryCode: ['country code', 'dial code', 'isd code', 'isd', 'देश कोड', 'देश का कोड'],
  contactNumber: [
    ...['contact number', 'contact no', 'contact', 'phone number', 'phone no', 'phone'],
    ...['mobile number', 'mobile no', 'mobile', 'मोबाइल', 'मोबाइल नंबर', 'मोबाइल नं', 'मोबाइल संख्या'],
    ...['फोन', 'फ़ोन', 'फोन नंबर', 'फ़ोन नंबर', 'संपर्क', 'संपर्क नंबर', 'दूरभाष'],
  ],
  kendraType: [
    ...['kendra type', 'kendra', 'centre type', 'center type', 'centre', 'center'],
    ...['केंद्र प्रकार', 'केंद्र का प्रकार', 'केंद्र', 'केन्द्र प्रकार', 'केन्द्र का प्रकार', 'केन्द्र'],
  ],
  country: ['country', 'देश'],
  district: ['district', 'जिला', 'ज़िला', 'जनपद'],
  email: ['email', 'email address', 'email id', 'mail', 'ईमेल', 'ईमेल पता'],
};

const columnOf = new Map(
  importColumns.flatMap((column) => knownNames[column].map((name) => [plain(name), column])),
);

/** Guesses by the headers which of them holds which column. Of equal guesses the first counts. */
export function guessColumns(headers: readonly string[]): ColumnMapping {
  const mapping: ColumnMapping = {};
  for (const header of headers) {
    const column = columnOf.get(plain(header));
    if (column) mapping[column] ??= header;
  }
  return mapping;
}

/** Removes spaces and punctuation, and ignores case. */
function plain(header: string): string {
  return header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
