import { useText } from '../i18n/use-text.ts';
import {
  formatDate,
  formatDateTime,
  formatExactTime,
  formatRelative,
  formatTimeOfDay,
} from './format.ts';

export interface TimeProps {
  /** ISO 8601 with zone, as the server sends it. */
  readonly value: string;
  readonly show?: 'relative' | 'date' | 'dateTime' | 'timeOfDay';
}

/** A moment in the viewer's zone, with the exact time on hover. */
export function Time({ value, show = 'dateTime' }: TimeProps) {
  const { t, language } = useText();
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return null;
  const text = {
    relative: () => formatRelative(time, new Date(), { language, justNow: t('common.justNow') }),
    date: () => formatDate(time, language),
    dateTime: () => formatDateTime(time, language),
    timeOfDay: () => formatTimeOfDay(time, language),
  }[show]();
  return (
    <time dateTime={value} title={formatExactTime(time, language)}>
      {text}
    </time>
  );
}
