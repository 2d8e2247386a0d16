import { texts as english } from './en/first.po';
import { findLocale, findPreferredLanguage, type Language, rememberLanguage } from './language.ts';
import type { Say, TextKey } from './text-key.ts';
import { LEANS_ON, type TextPart } from './text-parts.ts';
import { findMessage, formatSentence, type NumberRules, type Texts } from './texts.ts';

/**
 * Each a separate chunk. English of the first page is part of the bundle, and that of security checks
 * comes with the answers of the server.
 */
const CATALOGUES = import.meta.glob<Texts>(
  ['./*/*.po', '!./en/first.po', '!./en/security-checks.po'],
  { import: 'texts' },
);

const englishParts = new Map<string, Texts>([['first', english]]);
const fetched = new Map<Language, Map<string, Texts>>([['en', englishParts]]);
const wanted = new Set<TextPart>();
const listeners = new Set<() => void>();
let language: Language = 'en';

/** Shows the preferred language; awaited before the first render so that nothing flickers. */
export async function startI18n(): Promise<void> {
  // English is used when the preferred catalogue can't be fetched.
  await showLanguage(findPreferredLanguage()).catch(() => showLanguage('en'));
}

/** Switches the interface and remembers the choice. Rejects when the catalogue can't be fetched. */
export async function setLanguage(next: Language): Promise<void> {
  await showLanguage(next);
  rememberLanguage(next);
}

export function currentLanguage(): Language {
  return language;
}

/** @returns a function that ends the subscription. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Fetches the texts that come with the first page that needs them; later languages bring theirs. */
export async function loadTexts(part: TextPart): Promise<void> {
  const parts = [part, ...LEANS_ON[part]];
  for (const each of parts) wanted.add(each);
  await fetchParts(language, parts);
}

/** Fetches texts of a language that the interface may not be in, for what is handed to others. */
export async function loadTextsIn(spoken: Language, part: TextPart): Promise<void> {
  await fetchParts(spoken, [part, ...LEANS_ON[part]]);
}

/** Tells whether a text was already fetched: the text of an error may belong to another page. */
export function hasText(key: TextKey): boolean {
  return findMessage(sourcesOf(language), key) !== undefined;
}

/** Finds the translation of a text whose English the server sent, by a key that it named. */
export function findTranslation(spoken: Language, key: string): string | undefined {
  const message = findMessage([...(fetched.get(spoken)?.values() ?? [])], key);
  return typeof message === 'string' ? message : undefined;
}

/** Returns how texts are said in one language. */
export function sayIn(spoken: Language): Say {
  const rules = numberRulesOf(spoken);
  return (key, ...input) => formatSentence(sourcesOf(spoken), key, input[0] ?? {}, rules);
}

function numberRulesOf(spoken: Language): NumberRules {
  const plurals = new Intl.PluralRules(spoken);
  const numbers = new Intl.NumberFormat(findLocale(spoken));
  return {
    pluralForm: (count) => plurals.select(count),
    format: (count) => numbers.format(count),
  };
}

/** Lists the sources of texts, in order: a text missing in one language is shown in English. */
function sourcesOf(spoken: Language): Texts[] {
  return [...(fetched.get(spoken)?.values() ?? []), ...englishParts.values()];
}

async function showLanguage(next: Language): Promise<void> {
  await fetchParts(next, ['first', ...wanted]);
  language = next;
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

async function fetchParts(next: Language, parts: readonly string[]): Promise<void> {
  const known = fetched.get(next) ?? new Map<string, Texts>();
  fetched.set(next, known);
  const missing = parts.filter((part) => !known.has(part));
  await Promise.all(
    missing.map(async (part) => {
      const texts = await CATALOGUES[`./${next}/${part}.po`]?.();
      if (texts !== undefined) known.set(part, texts);
    }),
  );
}
