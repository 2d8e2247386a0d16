import { useEffect, useState } from 'react';
import { loadTextsIn } from '../../shared/i18n/i18n.ts';
import { LANGUAGES } from '../../shared/i18n/language.ts';

/** Tells when the texts of slips are loaded in all languages: their readers may need either. */
export function useSlipTexts(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    // English replaces a language that can't be fetched.
    void Promise.allSettled(LANGUAGES.map(({ code }) => loadTextsIn(code, 'slip'))).then(() =>
      setThere(true),
    );
  }, []);
  return isThere;
}
