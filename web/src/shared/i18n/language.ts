import { browserStorage } from '../storage/browser-storage.ts';
/** Languages of the interface, each with its own name, as offered in the switch. */
export const LANGUAGES = [
  { code: 'en', ownName: 'English', shortName: 'EN' },
  { code: 'hi', ownName: 'हिन्दी', shortName: 'हिन्दी' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];

const STORAGE_KEY = 'prahari.language';

function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language.code === value);
}

/**
 * Returns the language chosen before, else the first of the browser's that we speak, else English.
 */
export function preferredLanguage(): Language {
  const remembered = browserStorage.getItem(STORAGE_KEY);
  if (isLanguage(remembered)) return remembered;
  const spoken = navigator.languages.map((tag) => tag.split('-')[0]);
  return spoken.find(isLanguage) ?? 'en';
}

export function rememberLanguage(language: Language): void {
  browserStorage.setItem(STORAGE_KEY, language);
}
