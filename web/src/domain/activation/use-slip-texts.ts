import { useEffect, useState } from 'react';
import { loadTextsIn } from '../../shared/i18n/i18n.ts';
import { LANGUAGES } from '../../shared/i18n/language.ts';

/** Tells when slips can be said in every language of the product: who gets one may read either. */
export function useSlipTexts(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    // English stands in where a language can't be fetched.
    void Promise.allSettled(LANGUAGES.map(({ code }) => loadTextsIn(code, 'slip'))).then(() =>
      setThere(true),
    );
  }, []);
  return isThere;
}
