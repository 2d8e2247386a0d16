import { useMemo } from 'react';
import type { DateWords } from '../../ui/DateField.tsx';
import { findLocale } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';

/** What every field of a date says, in the language of the page. */
export function useDateWords(): DateWords {
  const { t, language } = useText();
  return useMemo(
    () => ({
      locale: findLocale(language),
      placeholder: t('dates.placeholder'),
      open: (label) => t('dates.open', { label }),
      notDate: t('dates.notDate'),
      notTime: t('dates.notTime'),
      previousMonth: t('dates.previousMonth'),
      nextMonth: t('dates.nextMonth'),
    }),
    [t, language],
  );
}
