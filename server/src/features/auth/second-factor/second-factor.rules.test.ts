import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTotp } from '../../../testing/second-factor.ts';
import {
  createTotpSecret,
  describeTotp,
  findAcceptedStep,
  isEnrolmentDue,
  parseTotpCode,
} from './second-factor.rules.ts';

/** RFC 6238, appendix B: the last six of its eight digits. */
const rfcSecret = Buffer.from('12345678901234567890');
const instants = fc.integer({ min: 1_600_000_000, max: 4_000_000_000 });
const at = (seconds: number) => new Date(seconds * 1000);
const base32Of = (secret: Buffer) => describeTotp(secret, 'x').secret;

describe('findAcceptedStep', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('knows the code of second %i', (seconds, code) => {
    expect(findAcceptedStep(rfcSecret, code, at(seconds), 0)).toBe(Math.floor(seconds / 30));
  });

  it('accepts codes of one step around now, each once, and none older than an accepted one', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -4, max: 4 }), (seconds, steps) => {
        const secret = createTotpSecret();
        const now = Math.floor(seconds / 30);
        const code = computeTotp(base32Of(secret), at((now + steps) * 30));
        const taken = findAcceptedStep(secret, code, at(seconds), 0);
        // A code of another step may look the same, once in a million.
        fc.pre(taken === null || taken === now + steps);
        expect(taken !== null).toBe(Math.abs(steps) <= 1);
        expect(findAcceptedStep(secret, code, at(seconds), now + steps)).toBeNull();
        expect(findAcceptedStep(secret, code, at(seconds), now + 1)).toBeNull();
      }),
    );
  });
});

it('reads codes as people type them', () => {
  expect(parseTotpCode(' 123 456 ')).toBe('123456');
  expect(parseTotpCode('12345')).toBeNull();
  expect(parseTotpCode('ABCD-EFGH-JKLM')).toBeNull();
  expect(parseTotpCode('१२३४५६')).toBeNull();
});

it('gives an app all that it needs', () => {
  const { secret, otpauthUri } = describeTotp(rfcSecret, '+919876543210');
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const uri = new URL(otpauthUri);
  expect(decodeURIComponent(uri.pathname)).toContain('Prahari:+919876543210');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Prahari',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

it('keeps back administrators only, and only where the institution asks for it', () => {
  for (const userType of ['LEARNER', 'ADMIN', 'SUPER_ADMIN'] as const) {
    for (const hasSecondFactor of [true, false]) {
      expect(isEnrolmentDue({ userType, hasSecondFactor }, false)).toBe(false);
      const isKept = userType !== 'LEARNER' && !hasSecondFactor;
      expect(isEnrolmentDue({ userType, hasSecondFactor }, true)).toBe(isKept);
    }
  }
});
