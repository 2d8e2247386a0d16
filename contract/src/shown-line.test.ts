import { describe, expect, it } from 'vitest';
import { shownLine } from './shown-line.ts';

const name = shownLine(20);

describe('a name that others are shown', () => {
  it.each([
    ['Asha Kumari', 'Asha Kumari'],
    ['Asha \u202Erotartsinimda', 'Asha rotartsinimda'],
    ['\u202AAsha\u202C', 'Asha'],
    ['\u2067\u2066Asha\u2069 ', 'Asha'],
    ['Asha\u2028Block', 'AshaBlock'],
    ['क्‍ष', 'क्‍ष'],
    ['علی', 'علی'],
    ['🙂', '🙂'],
  ])('turns %j into %j', (given, shown) => {
    expect(name.parse(given)).toBe(shown);
  });

  it.each([
    ['nothing', ''],
    ['marks alone', '\u202E\u2069'],
    ['blanks without a width', '\u200B\u2060\u00AD'],
    ['a joiner alone', '\u200D'],
    ['marks on no letter', '\u034F\u0301'],
    ['a letter that is drawn as nothing', '\u3164 \u115F'],
    ['a control character', 'a\u0007b'],
    ['too much', 'x'.repeat(21)],
  ])('refuses %s', (_, given) => {
    expect(name.safeParse(given).success).toBe(false);
  });
});
