import { useMemo } from 'react';
import { useText } from '../i18n/use-text.ts';
import {
  formatBytes,
  formatCountry,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatLanguage,
  formatNumber,
  formatPercent,
  formatSpan,
} from './format.ts';

/** Returns the formatters bound to the interface's language. */
export function useFormat() {
  const { language } = useText();
  return useMemo(
    () => ({
      number: (value: number, fractionDigits?: number) =>
        formatNumber(value, language, fractionDigits),
      percent: (share: number, fractionDigits?: number) =>
        formatPercent(share, language, fractionDigits),
      bytes: (bytes: number) => formatBytes(bytes, language),
      date: (time: Date) => formatDate(time, language),
      day: (time: Date) => formatDay(time, language),
      dateTime: (time: Date) => formatDateTime(time, language),
      duration: formatDuration,
      country: (code: string) => formatCountry(code, language),
      span: (seconds: number) => formatSpan(seconds, language),
      language: (tag: string) => formatLanguage(tag, language),
    }),
    [language],
  );
}
