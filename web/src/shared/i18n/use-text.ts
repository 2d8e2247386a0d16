import { useMemo, useSyncExternalStore } from 'react';
import { currentLanguage, onLanguageChange, sayIn } from './i18n.ts';

/**
 * Returns the texts of the interface: `t('common.save')`, `t('library.lessonCount', { count: 3 })`.
 * Keys and variables are checked by the compiler against English.
 */
export function useText() {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  // A new function for each language, so that what is remembered of the last one is not shown.
  const t = useMemo(() => sayIn(language), [language]);
  return { t, language };
}
