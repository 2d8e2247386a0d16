import { expect, test } from 'vitest';
import { readSlips } from './slips-of-codes.ts';

test('the codes of an import are read as they were meant', () => {
  const file =
    '\uFEFFname,contactNumber,code,validUntil\r\n' +
    `Asha "A" Kumari,'+919876543210,ABCD-EFGH-JKMN-PQRS,2031-01-01T00:00:00.000Z\r\n`.replace(
      'Asha "A" Kumari',
      '"Asha ""A"" Kumari"',
    ) +
    `'=रवि,'+919876543211,BCDE-FGHJ-KMNP-QRST,2031-01-01T00:00:00.000Z\r\n`;
  const expiresAt = '2031-01-01T00:00:00.000Z';
  expect(readSlips(file)).toEqual([
    {
      name: 'Asha "A" Kumari',
      contactNumber: '+919876543210',
      code: 'ABCD-EFGH-JKMN-PQRS',
      expiresAt,
    },
    { name: '=रवि', contactNumber: '+919876543211', code: 'BCDE-FGHJ-KMNP-QRST', expiresAt },
  ]);
});
