import type { Language } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { formatBytes, formatNumber } from './format.ts';

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/**
 * Writes a size in the binary units in which the limits are set (IEC 80000-13), so that all figures
 * about the disk can be compared.
 */
export function formatSize(bytes: number, language: Language): string {
  let value = bytes;
  let power = 0;
  while (value >= 1023.5 && power < UNITS.length) {
    value /= 1024;
    power += 1;
  }
  const unit = UNITS[power - 1];
  if (unit === undefined) return formatBytes(bytes, language);
  return `${formatNumber(value, language, value < 99.95 ? 1 : 0)} ${unit}`;
}

export function useSizeText() {
  const { language } = useText();
  return (bytes: number) => formatSize(bytes, language);
}
