import { endpoints, type UserType } from '@prahari/contract';
import { afterAll, beforeAll } from 'vitest';
import { type CasesOf, type Prepare, testCalls } from './testing/call-cases.ts';
import { noId } from './testing/role-subjects.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';

const { auth, users } = endpoints;

let server: TestServer;
beforeAll(async () => {
  // Codes could be sent to users with an address; here there is none.
  const environment = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'no-reply@example.org' };
  server = await startTestServer({ environment });
});
afterAll(() => server.stop());

let lastNumber = 9_600_000_000;
async function invited(on: TestServer) {
  lastNumber += 1;
  const root = await on.superAdmin();
  const body = { name: 'Ravi Patil', contactNumber: `${lastNumber}` };
  const { user, activation } = await root.call(users.create, { body });
  const client = await on.newClient();
  return { client, body: { contactNumber: user.contactNumber, code: activation.code ?? '' } };
}
const token = async (on: TestServer) => {
  const { client, body } = await invited(on);
  const { setPasswordToken } = await client.call(auth.verify, { body });
  return { client, body: { setPasswordToken, password: testPassword } };
};
const nobody: Prepare = async (on) => ({ client: await on.newClient() });
const as =
  (userType: UserType, input: object = {}): Prepare =>
  async (on) => ({ client: await on.newUser(userType), ...input });
const login =
  (input: object = {}, { isBlocked = false, isElsewhere = false } = {}): Prepare =>
  async (on) => {
    const learner = await on.newUser();
    const root = await on.superAdmin();
    const params = { id: learner.userId };
    if (isBlocked) await root.call(users.block, { params, body: { blocked: true } });
    const client = isElsewhere ? await on.newClient() : learner;
    const { contactNumber } = learner;
    return { client, body: { contactNumber, password: testPassword, ...input } };
  };
const ended: Prepare = async (on) => {
  const client = await on.newUser();
  await client.call(auth.logout, {});
  return { client };
};
const everyRole = (data: object) =>
  [
    ['a learner', as('LEARNER'), data],
    ['an administrator', as('ADMIN'), data],
    ['a super administrator', as('SUPER_ADMIN'), data],
  ] as const;
const withoutSession = [
  ['no token', nobody, 401, 'TOKEN_MISSING'],
  ['after the sign-out', ended, 401, 'TOKEN_INVALID', 'session_ended'],
] as const;

const cases: CasesOf<typeof auth> = {
  verify: {
    good: [['the code', invited, { passwordMinLength: 8 }]],
    bad: [
      [
        'another code',
        async (on) => {
          const { client, body } = await invited(on);
          return { client, body: { ...body, code: 'AAAA-BBBB-CCCC-DDDD' } };
        },
        ...([401, 'ACCESS_DENIED', 'activation_invalid'] as const),
      ],
      [
        'a used code',
        async (on) => {
          const { client, body } = await invited(on);
          const { setPasswordToken } = await client.call(auth.verify, { body });
          const chosen = { setPasswordToken, password: testPassword };
          await client.call(auth.setPassword, { body: chosen });
          return { client, body };
        },
        ...([401, 'ACCESS_DENIED', 'activation_invalid'] as const),
      ],
      [
        'nothing',
        async (on) => ({ client: await on.newClient(), body: {} }),
        400,
        'REQUIRED_FIELD',
      ],
    ],
  },
  setPassword: {
    good: [['the token of verify', token, { success: true }]],
    bad: [
      [
        'a token that is none',
        async (on) => {
          const { client, body } = await token(on);
          return { client, body: { ...body, setPasswordToken: 'x' } };
        },
        ...([401, 'TOKEN_INVALID'] as const),
      ],
      [
        'a short password',
        async (on) => {
          const { client, body } = await token(on);
          return { client, body: { ...body, password: 'x4!t' } };
        },
        ...([400, 'INVALID_VALUE', 'password_too_short'] as const),
      ],
    ],
  },
  // Its outcome: see `forgot-password.int.test.ts`.
  forgotPassword: {
    good: [
      [
        'any number',
        async (on) => ({ client: await on.newClient(), body: { contactNumber: '9500000000' } }),
        { success: true },
      ],
    ],
    bad: [
      [
        'a text that is no number',
        async (on) => ({ client: await on.newClient(), body: { contactNumber: 'none' } }),
        ...([400, 'INVALID_FORMAT', 'phone_invalid'] as const),
      ],
    ],
  },
  login: {
    good: [['number and password', login(), { userType: 'LEARNER', adminScope: null }]],
    bad: [
      [
        'another password',
        login({ password: 'not it at all' }),
        ...([401, 'ACCESS_DENIED', 'invalid_credentials'] as const),
      ],
      [
        'a number without an account',
        login({ contactNumber: '9500000000' }),
        ...([401, 'ACCESS_DENIED', 'invalid_credentials'] as const),
      ],
      [
        'a blocked learner',
        login({}, { isBlocked: true }),
        ...([401, 'ACCESS_DENIED', 'invalid_credentials'] as const),
      ],
      [
        'another device',
        login({}, { isElsewhere: true }),
        ...([403, 'ACCESS_DENIED', 'device_not_bound'] as const),
      ],
    ],
  },
  refresh: {
    good: [
      [
        'the token of the sign-in',
        async (on) => {
          const client = await on.newUser();
          return { client, body: { refreshToken: client.refreshToken } };
        },
        { userType: 'LEARNER' },
      ],
    ],
    bad: [
      [
        'a token used twice before',
        async (on) => {
          const client = await on.newUser();
          const body = { refreshToken: client.refreshToken };
          const { refreshToken } = await client.call(auth.refresh, { body });
          await client.call(auth.refresh, { body: { refreshToken: refreshToken ?? '' } });
          return { client, body };
        },
        ...([401, 'TOKEN_INVALID', 'refresh_reused'] as const),
      ],
      ['no token', as('LEARNER', { body: {} }), 401, 'TOKEN_INVALID', 'refresh_invalid'],
      [
        'a token that is none',
        as('LEARNER', { body: { refreshToken: 'x' } }),
        ...([401, 'TOKEN_INVALID', 'refresh_invalid'] as const),
      ],
    ],
  },
  logout: { good: everyRole({ success: true }), bad: withoutSession },
  logoutAll: { good: everyRole({ success: true, ended: 1 }), bad: withoutSession },
  sessions: { good: everyRole({ items: [{ isCurrent: true }] }), bad: withoutSession },
  endSession: {
    good: [
      [
        'one’s own',
        async (on) => {
          const client = await on.newUser();
          const { sessionId } = await client.call(auth.validate, {});
          return { client, params: { id: sessionId } };
        },
        { success: true },
      ],
    ],
    bad: [
      ['none', as('LEARNER', { params: { id: noId } }), 404, 'RESOURCE_NOT_FOUND'],
      ['no id', as('LEARNER', { params: { id: 'x' } }), 400, 'INVALID_FORMAT'],
    ],
  },
  validate: { good: everyRole({ valid: true, videoAccessExpiresAt: null }), bad: withoutSession },
  validatePassword: {
    good: [
      ['the password', as('LEARNER', { body: { password: testPassword } }), { success: true }],
    ],
    bad: [
      [
        'another',
        as('LEARNER', { body: { password: 'not it at all' } }),
        ...([401, 'ACCESS_DENIED', 'wrong_password'] as const),
      ],
      ['nothing', as('LEARNER', { body: {} }), 400, 'REQUIRED_FIELD'],
    ],
  },
};

testCalls(() => server, auth, cases);
