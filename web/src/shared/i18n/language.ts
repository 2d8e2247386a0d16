import { browserStorage } from '../storage/browser-storage.ts';

/** The code of a language that has a folder of texts here. */
export type Language = string;

interface OfferedLanguage {
  readonly code: Language;
  readonly ownName: string;
  readonly shortName: string;
}

const offered = import.meta.glob<OfferedLanguage>('./*/first.po', {
  query: '?language',
  import: 'language',
  eager: true,
});

/** Languages of the interface, each with its own name, as offered in the switch. */
export const LANGUAGES: readonly OfferedLanguage[] = Object.values(offered);

const STORAGE_KEY = 'prahari.language';

function isLanguage(value: string | null | undefined): value is Language {
  return LANGUAGES.some((language) => language.code === value);
}

/**
 * Returns the language chosen before, else the first of the browser's that we speak, else English.
 */
export function findPreferredLanguage(): Language {
  const remembered = browserStorage.getItem(STORAGE_KEY);
  if (isLanguage(remembered)) return remembered;
  const spoken = navigator.languages.map((tag) => tag.split('-')[0]);
  return spoken.find(isLanguage) ?? 'en';
}

export function rememberLanguage(language: Language): void {
  browserStorage.setItem(STORAGE_KEY, language);
}

/** Returns the tag for `Intl`: grouping and date order as in India, in the reader's language. */
export function findLocale(language: Language): string {
  return `${language}-IN`;
}
