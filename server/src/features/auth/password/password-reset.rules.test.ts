import { expect, it } from 'vitest';
import { isResetDue } from './password-reset.rules.ts';

const now = new Date('2026-11-23T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

it.each([
  ['the first', [], true],
  ['one while a code is on its way', [9], false],
  ['one after that', [10], true],
  ['a third', [600, 10], true],
  ['a fourth of one day', [1200, 600, 10], false],
])('%s: asked for %j minutes ago', (_, before, expected) => {
  expect(isResetDue(before.map(minutesAgo), now)).toBe(expected);
});
