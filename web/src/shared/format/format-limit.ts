import type { Language } from '../i18n/language.ts';
import { formatBytes, formatNumber } from './format.ts';

const BINARY_UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/**
 * Writes a limit as it was set: `50 GiB` where it is a whole number of a binary unit (IEC 80000-13),
 * which decimal units would make 53.7 GB; else as sizes are written everywhere.
 */
export function formatLimit(bytes: number, language: Language): string {
  let value = bytes;
  let power = 0;
  while (value > 0 && value % 1024 === 0 && power < BINARY_UNITS.length) {
    value /= 1024;
    power += 1;
  }
  const unit = BINARY_UNITS[power - 1];
  return unit === undefined || value >= 10_000
    ? formatBytes(bytes, language)
    : `${formatNumber(value, language)} ${unit}`;
}
