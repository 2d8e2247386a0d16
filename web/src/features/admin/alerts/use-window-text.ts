import { useCallback } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { splitWindow } from './alert-text.ts';

/** Writes a time window in hours and minutes. */
export function useWindowText() {
  const { t } = useText();
  return useCallback(
    (ms: number) => {
      const parts = splitWindow(ms);
      switch (parts.unit) {
        case 'hoursMinutes':
          return t('alerts.hoursMinutes', { hours: parts.hours, minutes: parts.minutes });
        case 'hours':
          return t('alerts.hours', { hours: parts.hours });
        case 'minutes':
          return t('alerts.minutes', { minutes: parts.minutes });
        case 'seconds':
          return t('alerts.seconds', { seconds: parts.seconds });
      }
    },
    [t],
  );
}
