import type { Alert, AlertRule } from '@prahari/contract';
import { useMemo } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { findNamedRule } from './rule-keys.ts';

/**
 * Returns how alerts and rules are called in the reader's language. The stored words are English,
 * and those of the person who renamed a rule.
 */
export function useAlertWords() {
  const { t, language } = useText();
  return useMemo(() => {
    function nameIt(key: string | null, stored: string): string {
      const known = language === 'en' ? undefined : findNamedRule(key);
      return known ? t(`alertRules.${known}`) : stored;
    }
    return {
      titleOf: ({ ruleKey, title, isTest }: Pick<Alert, 'ruleKey' | 'title' | 'isTest'>) =>
        isTest ? t('alerts.testTitle') : nameIt(ruleKey, title),
      nameOf: ({ key, name, isRenamed }: Pick<AlertRule, 'key' | 'name' | 'isRenamed'>) =>
        nameIt(isRenamed ? null : key, name),
    };
  }, [t, language]);
}
