import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePassword, minLengthFor, normalisePassword } from './passwords.rules.ts';

const learner = {
  userType: 'LEARNER',
  hasSecondFactor: false,
  name: 'Asha Kumari',
  contactNumber: '+919876543210',
} as const;
const admin = { ...learner, userType: 'ADMIN' } as const;

describe('judgePassword', () => {
  it.each([
    ['seven77', learner, 'password_too_short'],
    ['fourteen chars', admin, 'password_too_short'],
    ['Password123', learner, 'password_too_common'],
    ['aaaaaaaaaaaaaaaa', admin, 'password_too_common'],
    ['9876543210', learner, 'password_too_common'],
    ['passwordpassword', admin, 'password_too_common'],
    ['password12345678', admin, 'password_too_common'],
    ['1234567890123456', admin, 'password_too_common'],
    ['abcdefghijklmnop', admin, 'password_too_common'],
    ['9765081234!', { ...learner, contactNumber: '+919765081234' }, 'password_contextual'],
    ['asha kumari1', learner, 'password_contextual'],
    ['x'.repeat(100) + 'yz'.repeat(100), learner, 'password_too_long'],
  ] as const)('refuses %s', (password, context, reason) => {
    expect(judgePassword(password, context)).toBe(reason);
  });

  it.each(['mango tree by the well', 'आम का पेड़ कुएँ', '🥭🌳🏠🌙⭐🔥💧🌾'])(
    'accepts %s',
    (password) => {
      expect(judgePassword(password, learner)).toBeNull();
    },
  );

  it('asks of administrators for more where the password stands alone', () => {
    expect(minLengthFor('LEARNER', false)).toBe(8);
    for (const userType of ['ADMIN', 'SUPER_ADMIN'] as const) {
      expect(minLengthFor(userType, false)).toBe(15);
      expect(minLengthFor(userType, true)).toBe(8);
      const context = { ...learner, userType };
      expect(judgePassword('mango 42', context)).toBe('password_too_short');
      expect(judgePassword('mango 42', { ...context, hasSecondFactor: true })).toBeNull();
    }
  });

  it('accepts any 64 characters that are not mere repetition', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 64, maxLength: 64, unit: 'grapheme-ascii' }), (text) => {
        fc.pre(new Set(text.toLowerCase()).size >= 3);
        expect(judgePassword(text, admin)).toBeNull();
      }),
    );
  });

  it('treats one look as one password', () => {
    expect(normalisePassword('ﬁne')).toBe(normalisePassword('fine'));
  });
});
