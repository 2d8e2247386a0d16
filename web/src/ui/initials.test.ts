import { expect, test } from 'vitest';
import { formatInitials } from './initials.ts';

test.each([
  ['Asha Verma', 'AV'],
  ['asha', 'A'],
  ['  Asha  Devi   Verma ', 'AV'],
  ['मीना किरण', 'मीकि'],
  ['प्रियंका ज्योत्स्ना', 'पज'],
  ['सादिया Parveen', 'सा'],
  ['Sunita देवी', 'S'],
  ['', ''],
])('%j gives %j', (name, letters) => {
  expect(formatInitials(name)).toBe(letters);
});
