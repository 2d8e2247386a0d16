import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRangeQuestion, isInRange } from './breached-passwords.rules.ts';

describe('the question of a password', () => {
  it('is the start of its SHA-1, as the service lists it', () => {
    // The example of the service's own documentation.
    expect(createRangeQuestion('P@ssw0rd')).toEqual({
      prefix: '21BD1',
      suffix: '2DC183F740EE76F27B78EB39C8AD972A757',
    });
  });

  it('is of the form that is stored, and splits the hash whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (password) => {
        const { prefix, suffix } = createRangeQuestion(password);
        const sha1 = createHash('sha1').update(password.normalize('NFKC')).digest('hex');
        expect(`${prefix}${suffix}`.toLowerCase()).toBe(sha1);
        expect(prefix).toHaveLength(5);
      }),
    );
  });
});

describe('the answer', () => {
  const { suffix } = createRangeQuestion('P@ssw0rd');
  const other = `0${suffix.slice(1)}`;
  it.each([
    [`${other}:3\r\n${suffix}:47205\r\n`, true],
    [`${suffix.toLowerCase()}:1`, true],
    [`${other}:3\n`, false],
    [`${suffix}:0\r\n`, false],
    [`${suffix}\r\n`, false],
    [`X${suffix}:4`, false],
    ['<html>busy</html>', false],
    ['', false],
  ])('%j: %s', (answer, expected) => {
    expect(isInRange(answer, suffix)).toBe(expected);
  });
});
