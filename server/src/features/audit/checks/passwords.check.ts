import { randomBytes, randomInt } from 'node:crypto';
import { activationCode, endpoints } from '@prahari/contract';
import * as z from 'zod/mini';
import { createDeviceKey } from '../probe/device-key.adapter.ts';
import type { Principal } from '../probe/principals.adapter.ts';
import { describeCall, expectStatus, listAsvs, readData, readReason } from './calls.rules.ts';
import {
  type AuditCheck,
  type CheckTools,
  judgeObservations,
  notTested,
  observeAnswer,
  observeFact,
} from './check.rules.ts';

const { account, auth, users } = endpoints;
const rules = z.object({ passwordMinLength: z.number() });
const activation = z.object({
  activation: z.object({ code: z.nullable(z.string()), expiresAt: z.string() }),
});
const verified = z.object({ setPasswordToken: z.string() });
const daySeconds = 86_400;

/** Each is long enough for a learner: only being known makes it weak. */
const commonPasswords = [
  'password123',
  'qwertyuiop',
  '1234567890',
  'iloveyou1',
  'admin@123',
  'welcome@123',
  'aaaaaaaaaaaa',
  'Prahari2026',
];

export const passwordChecks: readonly AuditCheck[] = [
  {
    id: 'AUTH-07',
    title: 'Passwords may be long, and must not be short',
    category: 'authentication',
    kind: 'probe',
    severity: 'medium',
    reach: 'any_user',
    description: 'The rules for passwords take short ones, refuse good ones, or cut long ones.',
    impact: 'Passwords are guessed, or people are driven to weaker ones.',
    howTested:
      'A throwaway learner and a throwaway administrator try a password that is one character too short; then the learner takes one of 15 small letters, one of 64 characters with spaces and emoji, and one of 81 whose last character must count.',
    recommendation: 'Follow NIST SP 800-63B-4: length, no rules of composition, no truncation.',
    effort: 'small',
    steps: ['Compare the least lengths with the rules of the product.'],
    changes: [
      {
        file: 'server/src/features/auth/password/passwords.rules.ts',
        description: 'What a password must be',
      },
    ],
    cwe: ['CWE-521'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['6.2.1', '6.2.5', '6.2.8'], 2: ['6.2.9'] }),
    components: ['POST /auth/change-password'],
    usualSeconds: 5,
    run: runLengths,
  },
  {
    id: 'AUTH-14',
    title: 'Common passwords and those about the person are refused',
    category: 'authentication',
    kind: 'probe',
    severity: 'medium',
    reach: 'any_user',
    description: 'A password that is among the first to be tried is accepted.',
    impact: 'Trying a handful of passwords at every account opens some of them.',
    howTested:
      'A throwaway learner tries passwords from lists of the most common ones, with the name of the product, and its own phone number; each must be refused with the reason.',
    recommendation: 'Refuse passwords that are in lists, or that say who or where a person is.',
    effort: 'small',
    steps: ['See why the named password is not recognised.'],
    changes: [
      {
        file: 'server/src/features/auth/password/passwords.rules.ts',
        description: 'What is common, and what is context',
      },
    ],
    cwe: ['CWE-521'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['6.2.4'], 2: ['6.2.11'] }),
    components: ['POST /auth/change-password'],
    usualSeconds: 3,
    run: runCommon,
  },
  {
    id: 'AUTH-09',
    title: 'A new password needs the old one, and ends other sessions',
    category: 'authentication',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description:
      'A password can be changed without knowing it, or the change leaves sessions open.',
    impact: 'A minute at an open computer, or a stolen token, becomes the account itself.',
    howTested:
      'A throwaway learner with two sessions changes its password without the current one, with a wrong one, and with the right one; then the other session and the old password must not work.',
    recommendation: 'Ask for the current password, and end all other sessions with the change.',
    effort: 'small',
    steps: ['See that the change confirms the password, and ends sessions in its transaction.'],
    changes: [],
    cwe: ['CWE-620'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['6.2.3'], 2: ['7.4.3', '7.5.1'] }),
    components: ['POST /auth/change-password'],
    usualSeconds: 3,
    run: runChange,
  },
  {
    id: 'AUTH-10',
    title: 'A reset by an administrator gives a code that works once',
    category: 'authentication',
    kind: 'probe',
    severity: 'medium',
    reach: 'administrator',
    description: 'After a reset the administrator knows the password, or the code works again.',
    impact: 'Administrators sign in as others, and old letters open accounts.',
    howTested:
      'A throwaway administrator resets a throwaway learner and sends a password along, which must have no effect. The code must be long, end within 7 days, and work once; sessions and the old password must be over.',
    recommendation: 'Make codes at random, for one use, and let their owner choose the password.',
    effort: 'small',
    steps: ['Set `ACTIVATION_DAYS` to 7 or less where it was raised.'],
    changes: [{ file: '.env', description: '`ACTIVATION_DAYS`' }],
    cwe: ['CWE-640'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['6.4.1'], 3: ['6.4.6'] }),
    components: ['PUT /admin/users/{id}/reset-password', 'POST /auth/verify'],
    usualSeconds: 4,
    run: runReset,
  },
  {
    id: 'AUTH-08',
    title: 'No account has a password that others know',
    category: 'authentication',
    kind: 'data',
    severity: 'critical',
    reach: 'unauthenticated',
    description: 'Accounts share a password, or demonstration accounts are left.',
    impact: 'Somebody who installed, copied or tried the product knows how to sign in.',
    howTested:
      'Stored hashes that several accounts share are counted, and the accounts that the demonstration makes are looked for.',
    recommendation:
      'Reset the accounts that share a password, and delete those of the demonstration.',
    effort: 'small',
    steps: [
      'Delete “Demo administrator” and “Demo learner” on the page of users.',
      'Reset accounts that were put into the database by hand.',
    ],
    changes: [],
    cwe: ['CWE-1392', 'CWE-1393', 'CWE-798'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['6.3.2', '6.4.1'], 2: ['13.2.3'] }),
    components: ['Accounts'],
    usualSeconds: 1,
    async run({ ports, now }) {
      const shared = await ports.accounts.countSharedPasswords();
      const demo = await ports.accounts.countDemoAccounts();
      return judgeObservations([
        observeFact({
          at: now(),
          looked: 'Stored password hashes',
          expected: 'each of one account',
          observed: `${shared} of several accounts`,
          isAsExpected: shared === 0,
          component: 'Stored passwords',
        }),
        observeFact({
          at: now(),
          looked: 'Accounts of the demonstration',
          expected: 'none',
          observed: `${demo}`,
          isAsExpected: demo === 0,
          // Their passwords are made at random.
          isWarning: true,
          component: 'Accounts of the demonstration',
        }),
      ]);
    },
  },
];

function changeTo({ account: { password }, call }: Principal, newPassword: string) {
  return call(
    describeCall(account.changePassword, { body: { currentPassword: password, newPassword } }),
  );
}

/** Letters at random, of which no list knows. */
const inventLetters = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(97 + randomInt(26))).join('');

async function runLengths({ principals }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const administrator = await principals.get('administrator');
  const observed = [];
  // Beside a second factor eight are enough for an administrator, too.
  for (const who of [learner, administrator]) {
    const least =
      readData(await who.call(describeCall(account.credentials)), rules)?.passwordMinLength ?? 0;
    const answer = await changeTo(
      who,
      randomBytes(20)
        .toString('hex')
        .slice(0, Math.max(0, least - 1)),
    );
    observed.push(
      observeAnswer(
        answer,
        'at least 8 characters, and a refusal of fewer',
        least >= 8 && readReason(answer) === 'password_too_short',
        `at least ${least}; ${answer.status} ${readReason(answer) ?? ''}`,
      ),
    );
  }
  const long = `${inventLetters(40)} ${inventLetters(39)}`;
  const spaced = `${inventLetters(20)} 🥭 पानी 🌊 ${inventLetters(34)}`;
  let { password } = learner.account;
  for (const [what, next] of [
    ['15 small letters', inventLetters(15)],
    ['64 characters with spaces and emoji', spaced],
    ['81 characters', `${long}A`],
  ] as const) {
    const asNow = { ...learner, account: { ...learner.account, password } };
    const answer = await changeTo(asNow, next);
    observed.push(expectStatus(answer, [200], what));
    if (answer.status === 200) password = next;
  }
  const { device } = learner;
  const cut = { ...learner.account, password: `${long}B` };
  observed.push(
    expectStatus(await principals.trySignIn(cut, { device }), [401], 'another last character'),
    expectStatus(
      await principals.trySignIn({ ...learner.account, password }, { device }),
      [200],
      'the whole password',
    ),
  );
  return judgeObservations(observed);
}

async function runCommon({ principals }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const number = learner.account.contactNumber.slice(-10);
  const observed = [];
  for (const password of [...commonPasswords, number, `${number}!`]) {
    const answer = await changeTo(learner, password);
    observed.push(expectStatus(answer, [400], 'refused with the reason'));
  }
  return judgeObservations(observed);
}

async function runChange({ principals }: CheckTools) {
  const first = await principals.create('LEARNER');
  const { device } = first;
  const second = await principals.signIn(first.account, device);
  const newPassword = `${inventLetters(10)} ${inventLetters(10)}`;
  const changeBy = (currentPassword?: string) =>
    first.call(describeCall(account.changePassword, { body: { currentPassword, newPassword } }));
  const observed = [
    expectStatus(await changeBy(), [400], 'without the current password'),
    expectStatus(await changeBy('not the current one'), [401, 403], 'with a wrong one'),
    expectStatus(await second.call(describeCall(auth.validate)), [200], 'nothing has changed'),
    expectStatus(await changeBy(first.account.password), [200], 'with the right one'),
    expectStatus(await second.call(describeCall(auth.validate)), [401], 'the other session'),
    expectStatus(await principals.trySignIn(first.account, { device }), [401], 'the old password'),
  ];
  return judgeObservations(observed);
}

async function runReset({ principals, ports }: CheckTools) {
  if (ports.settings.sendsCodes) {
    return notTested('Codes are sent by SMS here: an audit would send one to a made-up number.');
  }
  const administrator = await principals.get('administrator');
  const learner = await principals.create('LEARNER');
  const { userId, contactNumber, countryCode } = learner.account;
  const chosen = `${inventLetters(10)} ${inventLetters(10)}`;
  const reset = describeCall(users.resetPassword, {
    params: { id: userId },
    body: { password: chosen },
  });
  const answer = await administrator.call(reset);
  const made = readData(answer, activation)?.activation;
  const code = made?.code ?? '';
  const signs = code.replace(/[^A-Za-z0-9]/g, '').length;
  const lifeSeconds = made ? (Date.parse(made.expiresAt) - answer.at.getTime()) / 1000 : 0;
  const device = await createDeviceKey();
  const number = { contactNumber, countryCode };
  const verify = describeCall(auth.verify, { body: { ...number, code } });
  const first = await principals.callFrom(device, verify);
  const setPasswordToken = readData(first, verified)?.setPasswordToken ?? '';
  const set = describeCall(auth.setPassword, { body: { setPasswordToken, password: chosen } });
  const supplied = await principals.trySignIn(
    { ...number, password: chosen },
    { device: learner.device },
  );
  return judgeObservations([
    observeAnswer(
      answer,
      `a code of ${activationCode.length} signs, for at most 7 days`,
      signs >= activationCode.length && lifeSeconds <= 7 * daySeconds + 5,
      `${answer.status}: ${signs} signs, for ${(lifeSeconds / daySeconds).toFixed(1)} days`,
    ),
    expectStatus(await learner.call(describeCall(auth.validate)), [401], 'the old session'),
    expectStatus(supplied, [401], 'the password that the administrator sent along'),
    expectStatus(
      await principals.trySignIn(learner.account, { device: learner.device }),
      [401],
      'the old password',
    ),
    expectStatus(first, [200], 'the code'),
    expectStatus(await principals.callFrom(device, set), [200], 'a password of one’s own'),
    expectStatus(await principals.callFrom(device, set), [401], 'the same token again'),
    expectStatus(await principals.callFrom(device, verify), [401], 'the code again'),
  ]);
}
