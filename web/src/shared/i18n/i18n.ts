import i18next from 'i18next';
import type { English } from './catalogue.ts';
import { en } from './en.ts';
import { isLanguage, type Language, preferredLanguage, rememberLanguage } from './language.ts';

const NAMESPACE = 'app';
let onDemandWanted = false;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: English };
  }
}

/** Starts i18next in the preferred language; awaited before the first render so that nothing flickers. */
export async function startI18n(): Promise<void> {
  await i18next.init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: NAMESPACE,
    resources: { en: { [NAMESPACE]: en } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  });
  // English is part of the bundle: it stands in when the preferred catalogue can't be fetched.
  await showLanguage(preferredLanguage()).catch(() => showLanguage('en'));
}

/** Switches the interface and remembers the choice. Rejects when the catalogue can't be fetched. */
export async function setLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  rememberLanguage(language);
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}

/** Fetches the texts that come with the first page that needs them; later languages bring theirs. */
export async function loadTextsOnDemand(): Promise<void> {
  onDemandWanted = true;
  await addOnDemand(currentLanguage());
}

async function showLanguage(language: Language): Promise<void> {
  if (language === 'hi' && !i18next.hasResourceBundle('hi', NAMESPACE)) {
    const { hi } = await import('./hi.ts');
    i18next.addResourceBundle('hi', NAMESPACE, hi);
  }
  if (onDemandWanted) await addOnDemand(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

async function addOnDemand(language: Language): Promise<void> {
  const texts =
    language === 'hi'
      ? (await import('./hi-on-demand.ts')).hiOnDemand
      : (await import('./en-on-demand.ts')).enOnDemand;
  // Beside the areas that are there, none of which it touches.
  i18next.addResourceBundle(language, NAMESPACE, texts, true);
}
