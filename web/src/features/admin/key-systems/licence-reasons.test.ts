import { expect, test } from 'vitest';
import { findReasonTextKey } from './licence-reasons.ts';

test('a known reason has its own text, another is shown as received', () => {
  expect(findReasonTextKey('playback_moved')).toBe('keySystems.reason_moved');
  expect(findReasonTextKey('something_new')).toBeNull();
  expect(findReasonTextKey('toString')).toBeNull();
});
