import { expect, test } from 'vitest';
import { toInstant, toLocalMoment } from './local-moment.ts';
import { isBackwards, keepInstant } from './publication.ts';

const [past, future] = ['2026-11-01T10:00:30.000Z', '2026-12-01T10:00:30.000Z'];

test('an untouched date keeps its seconds, a typed one has none', () => {
  expect(keepInstant(toInstant(toLocalMoment(past)), past)).toBe(past);
  const typed = toInstant({ ...toLocalMoment(past), time: '09:15' });
  expect(keepInstant(typed, past)).toBe(typed);
  expect(keepInstant(null, past)).toBeNull();
  expect(toInstant({ day: '2026-11-24', time: '' })).toBe(
    toInstant({ day: '2026-11-24', time: '00:00' }),
  );
});

test('a span must end after it begins', () => {
  expect([isBackwards(future, past), isBackwards(past, past)]).toEqual([true, true]);
  expect([isBackwards(past, future), isBackwards(null, past)]).toEqual([false, false]);
});
