import { useSyncExternalStore } from 'react';
import { browserStorage } from '../storage/browser-storage.ts';

/** `system` follows the device; the page itself only ever shows light or dark. */
export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type Theme = 'light' | 'dark';

/** Also read by public/theme.js, which sets the theme before the first paint. */
export const THEME_STORAGE_KEY = 'prahari.theme';

const DARK_QUERY = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

export function readThemeChoice(): ThemeChoice {
  const remembered = browserStorage.getItem(THEME_STORAGE_KEY);
  return THEME_CHOICES.find((choice) => choice === remembered) ?? 'system';
}

export function resolveTheme(choice: ThemeChoice, deviceIsDark: boolean): Theme {
  if (choice === 'system') return deviceIsDark ? 'dark' : 'light';
  return choice;
}

export function setTheme(choice: ThemeChoice): void {
  browserStorage.setItem(THEME_STORAGE_KEY, choice);
  showTheme();
  for (const listener of listeners) listener();
}

/** Shows the chosen theme and keeps following the device while the choice is `system`. */
export function startTheme(): void {
  showTheme();
  window.matchMedia(DARK_QUERY).addEventListener('change', showTheme);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readThemeChoice);
}

function showTheme(): void {
  const theme = resolveTheme(readThemeChoice(), window.matchMedia(DARK_QUERY).matches);
  document.documentElement.dataset['theme'] = theme;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
