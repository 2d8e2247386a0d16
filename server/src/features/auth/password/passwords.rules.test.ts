import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMinLength, judgePassword, normalisePassword } from './passwords.rules.ts';

const learner = {
  userType: 'LEARNER',
  hasSecondFactor: false,
  name: 'Asha Kumari',
  contactNumber: '+919876543210',
  place: 'Pune',
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
    ['Pune@1234', learner, 'password_contextual'],
    ['pUn3#2024', learner, 'password_contextual'],
    ['Prahari@123', learner, 'password_contextual'],
    ['Pr@h4r1!99', learner, 'password_contextual'],
    ['Kumari#1990', learner, 'password_contextual'],
    ['asha@2024', learner, 'password_contextual'],
    ['Asha12345', learner, 'password_too_common'],
    ['prahari Asha kumari prahari', admin, 'password_contextual'],
    ['543210@asha', learner, 'password_contextual'],
    ['P@ssw0rd123', learner, 'password_too_common'],
    ['Zaq12wsx', learner, 'password_too_common'],
    ['Password1!', learner, 'password_too_common'],
    ['x'.repeat(100) + 'yz'.repeat(100), learner, 'password_too_long'],
  ] as const)('refuses %s', (password, context, reason) => {
    expect(judgePassword(password, context)).toBe(reason);
  });

  it('refuses each of the most common passwords that are long enough, ignoring case', () => {
    const most = dictionary['passwords-common'].map((word) => `${word}`);
    const long = most.filter((word) => word.length >= 8);
    expect(long.length).toBeGreaterThan(3000);
    for (const word of long.slice(0, 5000)) {
      expect([word, judgePassword(word.toUpperCase(), learner)]).toEqual([
        word,
        'password_too_common',
      ]);
    }
  });

  it.each(['mango tree by the well', 'आम का पेड़ कुएँ', '🥭🌳🏠🌙⭐🔥💧🌾'])(
    'accepts %s',
    (password) => {
      expect(judgePassword(password, learner)).toBeNull();
    },
  );

  it('requires more of administrators without a second factor', () => {
    expect(findMinLength('LEARNER', false)).toBe(8);
    for (const userType of ['ADMIN', 'SUPER_ADMIN'] as const) {
      expect(findMinLength(userType, false)).toBe(15);
      expect(findMinLength(userType, true)).toBe(8);
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

  it('treats passwords that look the same as the same', () => {
    expect(normalisePassword('ﬁne')).toBe(normalisePassword('fine'));
  });
});
