import { renderHook } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTexts, setLanguage, startI18n } from '../../shared/i18n/i18n.ts';
import { useAlertWords } from './use-alert-words.ts';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
  await setLanguage('hi');
});
afterAll(() => setLanguage('en'));

test('built-in rules are named in the language, until an administrator names them', () => {
  const { nameOf, titleOf } = renderHook(useAlertWords).result.current;
  const [key, name, isTest] = ['roles_claimed', 'Night watch', false];
  const translated = nameOf({ key, name, isRenamed: false });
  expect(translated).toMatch(/[\u0900-\u097f]/u);
  expect(nameOf({ key, name, isRenamed: true })).toBe(name);
  expect(titleOf({ ruleKey: key, title: name, isTest })).toBe(translated);
  expect(titleOf({ ruleKey: null, title: name, isTest })).toBe(name);
});
