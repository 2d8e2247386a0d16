import { useMemo } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { splitSpan, splitWindow, type WindowParts } from './alert-text.ts';

/** Writes a time window: of rules in hours and minutes, within sentences also in days. */
export function useWindowText() {
  const { t } = useText();
  return useMemo(() => {
    const write = (parts: WindowParts) => {
      switch (parts.unit) {
        case 'days':
          return t('alerts.days', { days: parts.days });
        case 'hoursMinutes':
          return t('alerts.hoursMinutes', { hours: parts.hours, minutes: parts.minutes });
        case 'hours':
          return t('alerts.hours', { hours: parts.hours });
        case 'minutes':
          return t('alerts.minutes', { minutes: parts.minutes });
        case 'seconds':
          return t('alerts.seconds', { seconds: parts.seconds });
      }
    };
    return {
      writeWindow: (ms: number) => write(splitWindow(ms)),
      writeSpan: (ms: number) => write(splitSpan(ms)),
    };
  }, [t]);
}
