import i18next from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import { currentLanguage } from './i18n.ts';

function subscribe(onChange: () => void): () => void {
  i18next.on('languageChanged', onChange);
  return () => i18next.off('languageChanged', onChange);
}

/**
 * The texts of the interface: `t('common.save')`, `t('library.lessonCount', { count: 3 })`.
 * Keys and variables are checked by the compiler against English.
 */
export function useText() {
  const language = useSyncExternalStore(subscribe, currentLanguage);
  // A new function for each language, so that what is remembered of the last one is not shown.
  const t = useMemo(() => i18next.getFixedT(language), [language]);
  return { t, language };
}
