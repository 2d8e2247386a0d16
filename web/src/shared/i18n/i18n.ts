import type { TextGroup } from './catalogue.ts';
import { en } from './en.ts';
import { type Language, preferredLanguage, rememberLanguage } from './language.ts';
import { LEANS_ON, TEXT_GROUPS } from './text-groups.ts';
import type { Say, TextKey } from './text-key.ts';
import { sentence, type Texts, type Variables } from './texts.ts';

type Part = TextGroup | 'first';

const fetched: Record<Language, Map<Part, Texts>> = {
  en: new Map([['first', en]]),
  hi: new Map(),
};
const wanted = new Set<TextGroup>();
const listeners = new Set<() => void>();
let language: Language = 'en';

/** Shows the preferred language; awaited before the first render so that nothing flickers. */
export async function startI18n(): Promise<void> {
  // English is part of the bundle: it stands in when the preferred catalogue can't be fetched.
  await showLanguage(preferredLanguage()).catch(() => showLanguage('en'));
}

/** Switches the interface and remembers the choice. Rejects when the catalogue can't be fetched. */
export async function setLanguage(next: Language): Promise<void> {
  await showLanguage(next);
  rememberLanguage(next);
}

export function currentLanguage(): Language {
  return language;
}

/** @returns how to stop being told. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Fetches the texts that come with the first page that needs them; later languages bring theirs. */
export async function loadTexts(group: TextGroup): Promise<void> {
  const groups = [group, ...LEANS_ON[group]];
  for (const each of groups) wanted.add(each);
  await Promise.all(groups.map((each) => fetchGroup(language, each)));
}

/** Tells whether a text was fetched already: what tells of an error may belong to another page. */
export function hasText(key: TextKey): boolean {
  return sentence(sourcesOf(language), key) !== key;
}

/** Returns how texts are said in one language. */
export function sayIn(spoken: Language): Say {
  const rules = new Intl.PluralRules(spoken);
  return (key, ...input) => {
    const variables: Variables | undefined = input[0];
    return sentence(sourcesOf(spoken), key, variables, rules);
  };
}

/** Lists where texts are looked up: what is missing in one language is said in English. */
function sourcesOf(spoken: Language): Texts[] {
  return [...fetched[spoken].values(), ...fetched.en.values()];
}

async function showLanguage(next: Language): Promise<void> {
  await Promise.all([fetchFirst(next), ...[...wanted].map((group) => fetchGroup(next, group))]);
  language = next;
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

async function fetchFirst(next: Language): Promise<void> {
  if (!fetched[next].has('first')) fetched[next].set('first', (await import('./hi.ts')).hi);
}

async function fetchGroup(next: Language, group: TextGroup): Promise<void> {
  if (!fetched[next].has(group)) fetched[next].set(group, await TEXT_GROUPS[group][next]());
}
