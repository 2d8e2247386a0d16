import { findTranslation } from '../../../shared/i18n/i18n.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { type CheckWords, useCheckText } from './use-check-text.ts';

/** A text of a check, marked as English where it is not in the reader's language. */
export function CheckText(words: CheckWords) {
  const said = useCheckText()(words);
  return <span lang={said === words.english ? 'en' : undefined}>{said}</span>;
}

/** What no audit can tell. The server sends the list; its entries have no other name than their place. */
export function Limitations({ limitations }: { readonly limitations: readonly string[] }) {
  const { language } = useText();
  return limitations.map((english, at) => {
    const said = findTranslation(language, `securityChecks.limitation${at + 1}`);
    return (
      <li key={english} lang={said === undefined ? 'en' : undefined}>
        {said ?? english}
      </li>
    );
  });
}
