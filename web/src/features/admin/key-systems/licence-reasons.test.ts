import { expect, test } from 'vitest';
import { reasonTextKey } from './licence-reasons.ts';

test('a known reason has words of its own, another is shown as it came', () => {
  expect(reasonTextKey('playback_moved')).toBe('keySystems.reason_moved');
  expect(reasonTextKey('something_new')).toBeNull();
  expect(reasonTextKey('toString')).toBeNull();
});
