import { expect, it } from 'vitest';
import { containing } from './containing.ts';

it('takes pattern characters literally', () => {
  expect(containing('50% of_a\\b')).toBe('%50\\% of\\_a\\\\b%');
  expect(containing('')).toBe('%%');
});
