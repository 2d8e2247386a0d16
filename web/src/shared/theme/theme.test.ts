// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import bootScript from '../../../public/theme.js?raw';
import { readThemeChoice, resolveTheme, setTheme, THEME_STORAGE_KEY } from './theme.ts';

function deviceIsDark(dark: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: dark, addEventListener: () => undefined }));
}

beforeEach(() => localStorage.clear());

test.each([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['system', true, 'dark'],
  ['system', false, 'light'],
] as const)('%s on a device that is dark: %s shows %s', (choice, dark, theme) => {
  deviceIsDark(dark);
  setTheme(choice);
  expect(resolveTheme(choice, dark)).toBe(theme);
  expect(document.documentElement.dataset['theme']).toBe(theme);
  document.documentElement.dataset['theme'] = '';
  new Function(bootScript)();
  expect(document.documentElement.dataset['theme']).toBe(theme);
});

test('an unknown remembered value counts as system', () => {
  localStorage.setItem(THEME_STORAGE_KEY, 'sepia');
  expect(readThemeChoice()).toBe('system');
});
