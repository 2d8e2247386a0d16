import { useMemo } from 'react';
import type { PickerWords } from '../../ui/Picker.tsx';
import { useText } from '../i18n/use-text.ts';

/** What every picker says, in the language of the page. */
export function usePickerWords(): PickerWords {
  const { t } = useText();
  return useMemo(
    () => ({
      chosen: t('picker.chosen'),
      remove: (label) => t('picker.remove', { label }),
      add: (typed) => t('picker.add', { typed }),
      noMatch: t('picker.noMatch'),
      found: (count) => t('picker.found', { count }),
    }),
    [t],
  );
}
