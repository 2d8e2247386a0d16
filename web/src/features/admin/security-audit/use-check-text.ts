import { useCallback } from 'react';
import { findTranslation } from '../../../shared/i18n/i18n.ts';
import { useText } from '../../../shared/i18n/use-text.ts';

export type CheckPart =
  | 'title'
  | 'description'
  | 'impact'
  | 'howTested'
  | 'recommendation'
  | `step${number}`;

/** What the server says about a check, in English. */
export interface CheckWords {
  readonly checkId: string;
  readonly part: CheckPart;
  readonly english: string;
}

/** Returns how texts of checks are said: in the reader's language where that is known, else in English. */
export function useCheckText() {
  const { language } = useText();
  return useCallback(
    ({ checkId, part, english }: CheckWords) =>
      findTranslation(language, `securityChecks.${checkId}_${part}`) ?? english,
    [language],
  );
}
