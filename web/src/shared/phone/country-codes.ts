import { limits } from '@prahari/contract';

/** Calling codes (ITU-T E.164) offered first, with their ISO 3166 regions; any other can be typed. */
export const countryCodes = [
  { code: limits.defaultCountryCode, region: 'IN' },
  { code: '+977', region: 'NP' },
  { code: '+880', region: 'BD' },
  { code: '+94', region: 'LK' },
  { code: '+975', region: 'BT' },
  { code: '+971', region: 'AE' },
  { code: '+65', region: 'SG' },
  { code: '+61', region: 'AU' },
  { code: '+44', region: 'GB' },
  { code: '+1', region: 'US' },
] as const;

/** True for what the contract takes as a country code. */
export function isCountryCode(text: string): boolean {
  return /^\+[1-9]\d{0,3}$/.test(text);
}
