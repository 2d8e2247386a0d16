import { useTranslation } from 'react-i18next';
import { currentLanguage } from './i18n.ts';

/**
 * The texts of the interface: `t('common.save')`, `t('library.lessonCount', { count: 3 })`.
 * Keys and variables are checked by the compiler against English.
 */
export function useText() {
  const { t } = useTranslation();
  return { t, language: currentLanguage() };
}
