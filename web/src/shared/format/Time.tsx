import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useText } from '../i18n/use-text.ts';
import {
  formatDate,
  formatDateTime,
  formatDayTime,
  formatExactTime,
  formatRelative,
  formatTimeOfDay,
} from './format.ts';

export interface TimeProps {
  /** ISO 8601 with zone, as the server sends it. */
  readonly value: string;
  readonly show?: 'relative' | 'date' | 'dateTime' | 'day' | 'timeOfDay';
}

/**
 * A moment in the viewer's zone, with the exact time on hover. `day`, for lists, says 'Today' and
 * 'Yesterday', to who hears it the date.
 */
export function Time({ value, show = 'dateTime' }: TimeProps) {
  const { t, language } = useText();
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return null;
  const text = {
    relative: () => formatRelative(time, new Date(), { language, justNow: t('common.justNow') }),
    date: () => formatDate(time, language),
    dateTime: () => formatDateTime(time, language),
    day: () => formatDayTime(time, new Date(), language),
    timeOfDay: () => formatTimeOfDay(time, language),
  }[show]();
  return (
    <time dateTime={value} title={formatExactTime(time, language)}>
      {show === 'day' ? <span aria-hidden="true">{text}</span> : text}
      {show === 'day' ? <VisuallyHidden>{formatDateTime(time, language)}</VisuallyHidden> : null}
    </time>
  );
}
