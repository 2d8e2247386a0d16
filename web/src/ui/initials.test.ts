import { expect, test } from 'vitest';
import { formatInitials } from './initials.ts';

test.each([
  ['Asha Verma', 'AV'],
  ['asha', 'A'],
  ['  Asha  Devi   Verma ', 'AV'],
  ['मीना किरण', 'मीकि'],
  ['', ''],
])('%j gives %j', (name, letters) => {
  expect(formatInitials(name)).toBe(letters);
});
