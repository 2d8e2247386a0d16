import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

export interface Phone {
  /** E.164, for instance `+919876543210`. */
  readonly contactNumber: string;
  /** For instance `+91`. */
  readonly countryCode: string;
}

/**
 * Converts what people type (spaces, national zeros, Devanagari digits) to E.164.
 * @param countryCode with plus sign; used when the number does not name its own
 * @returns null when it is no possible phone number, or would be read as another one when typed again
 */
export function normalisePhone(typed: string, countryCode: string): Phone | null {
  const callingCode = countryCode.slice(1);
  const parsed = parse(withLatinDigits(typed.normalize('NFKC')), callingCode);
  if (!parsed?.isPossible() || parsed.ext) return null;
  // Of several leading zeros each reading takes one away.
  if (parse(parsed.number, callingCode)?.number !== parsed.number) return null;
  return { contactNumber: parsed.number, countryCode: `+${parsed.countryCallingCode}` };
}

function parse(text: string, defaultCallingCode: string) {
  try {
    return parsePhoneNumberFromString(text, { defaultCallingCode, extract: false });
  } catch {
    // The library throws on country codes that do not exist.
    return undefined;
  }
}

const devanagariZero = 0x0966;

/**
 * Turns Hindi digits into Latin ones: the phone library knows Arabic and full-width digits, not
 * those.
 */
function withLatinDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? 0) - devanagariZero));
}

/** Hides all but the last four digits (specification, section 2: watermarks). */
export function maskContactNumber(contactNumber: string): string {
  return `•••• ••${contactNumber.slice(-4)}`;
}
