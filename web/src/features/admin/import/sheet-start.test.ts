import { expect, test } from 'vitest';
import { readCsvStart } from './sheet-start.ts';

const start = (...parts: BlobPart[]) => readCsvStart(new Blob(parts));

test('reads headers and rows, with byte order mark, CRLF, quotes and Devanagari', async () => {
  expect(
    await start('\uFEFF', 'नाम ,"Phone, mobile"\r\n"रवि ""आर्य""",98\r\n\r\nAsha,97\r\n'),
  ).toEqual({
    headers: ['नाम', 'Phone, mobile'],
    rows: [
      ['रवि "आर्य"', '98'],
      ['Asha', '97'],
    ],
  });
});

test('finds the delimiter by the header', async () => {
  expect(await start('name;phone\nA, B;1\n')).toMatchObject({ rows: [['A, B', '1']] });
});

test('of a large file only whole rows are shown, few of them', async () => {
  const many = await start('name,phone\n', 'Ravi,9800000001\n'.repeat(9000));
  expect(many).toMatchObject({ rows: Array.from({ length: 5 }, () => ['Ravi', '9800000001']) });
  // The cut goes through a character of the second row.
  const long = await start(`name\nAsha\n${'न'.repeat(9000)}`);
  expect(long).toEqual({ headers: ['name'], rows: [['Asha']] });
});

test('a quote that never ends leaves the text before it', async () => {
  expect(await start('name,phone\nAsha,1\n"Ravi,2\nMeera,3\n')).toEqual({
    headers: ['name', 'phone'],
    rows: [['Asha', '1']],
  });
});

test.each([
  ['not_utf8', new Uint8Array([0x6e, 0x61, 0x6d, 0xe9, 0x0a, 0x41])],
  ['not_readable', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])],
  ['no_rows', 'name,phone\n'],
  ['no_rows', '\n\n'],
] as const)('says %s', async (problem, content) => {
  expect(await start(content)).toBe(problem);
});
