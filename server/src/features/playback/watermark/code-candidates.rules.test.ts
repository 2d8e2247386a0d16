import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeAlphabet, generateReadableCode } from '../../../platform/crypto/codes.ts';
import { listCodeCandidates } from './code-candidates.rules.ts';

const codes = fc
  .array(fc.constantFrom(...codeAlphabet), { minLength: 8, maxLength: 8 })
  .map((signs) => `${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`);

describe('the possible codes for a reading from a recording', () => {
  it('are the code itself, with any spacing and case', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(listCodeCandidates(code, false)).toEqual([code]);
        expect(listCodeCandidates(` ${code.toLowerCase().replace('-', ' ')} `, false)).toEqual([
          code,
        ]);
      }),
    );
    const made = generateReadableCode(8);
    expect(listCodeCandidates(made, false)).toEqual([made]);
  });

  it('tolerate characters that no code has', () => {
    expect(listCodeCandidates('O7KM-X2PA', false)).toEqual(['D7KM-X2PA', 'Q7KM-X2PA']);
    expect(listCodeCandidates('07KM-X2PA', false)).toEqual(['D7KM-X2PA', 'Q7KM-X2PA']);
    const ones = listCodeCandidates('17KM-X2PA', false);
    expect(ones).toEqual(listCodeCandidates('I7KM-X2PA', false));
    expect(ones).toContain('J7KM-X2PA');
  });

  it('accept any character for a question mark', () => {
    expect(listCodeCandidates('?7KM-X2PA', false)).toHaveLength(codeAlphabet.length);
    expect(listCodeCandidates('????-X2PA', false)).toEqual([]);
  });

  it('include the code that was misread by one look-alike', () => {
    expect(listCodeCandidates('B7KM-X2PA', true)).toContain('87KM-X2PA');
    expect(listCodeCandidates('S7KM-X2PA', true)).toContain('57KM-X2PA');
  });

  it('are none for a reading without the length of a code', () => {
    for (const read of ['', 'ABC', 'ABCD-EFGH-J', '!!!!!!!!']) {
      expect(listCodeCandidates(read, true)).toEqual([]);
    }
  });

  it('are only codes, and limited in number', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.boolean(), (read, near) => {
        const found = listCodeCandidates(read, near);
        expect(found.length).toBeLessThanOrEqual(2000);
        for (const code of found)
          expect(code).toMatch(/^[A-HJ-KM-NP-Z2-9]{4}-[A-HJ-KM-NP-Z2-9]{4}$/);
      }),
    );
  });
});
