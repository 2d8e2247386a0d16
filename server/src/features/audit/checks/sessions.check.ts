import { basePath, endpoints, limits } from '@prahari/contract';
import * as z from 'zod/mini';
import type { Principal } from '../probe/principals.adapter.ts';
import type { ProbeAnswer } from '../probe/probe.adapter.ts';
import { describeCall, expectStatus, listAsvs, readData } from './calls.rules.ts';
import {
  type AuditCheck,
  type CheckTools,
  judgeObservations,
  observeAnswer,
  observeFact,
} from './check.rules.ts';

const { validate, refresh, logout, logoutAll, validatePassword, endSession } = endpoints.auth;

/** What browsers add themselves; without it a client is a program, and gets no cookies. */
const fromOwnPage = { 'sec-fetch-site': 'same-origin' };
const tokens = z.object({ accessToken: z.string(), refreshToken: z.nullable(z.string()) });
const claims = z.object({ iat: z.number(), exp: z.number() });
const opened = z.object({ sessionId: z.string() });
const confirmed = z.object({ expiresAt: z.string() });

export const sessionChecks: readonly AuditCheck[] = [
  {
    id: 'SESS-01',
    title: 'Cookies are kept from scripts, other sites and plain connections',
    category: 'session_management',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description: 'A cookie that stands for a session lacks a flag that protects it.',
    impact:
      'A script in the page, another site or somebody on the network gets hold of the session.',
    howTested:
      'A throwaway account signs in, confirms its password and renews its session as a browser does; each cookie that is set must be Secure, HttpOnly, SameSite, of this host alone, and live no longer than specified.',
    recommendation: 'Set cookies with the flags of the adapter that all of them share.',
    effort: 'small',
    steps: ['Compare the flags of the named cookie with those of the others.'],
    changes: [
      {
        file: 'server/src/features/auth/sessions/cookies.adapter.ts',
        description: 'Flags and lives of cookies',
      },
    ],
    cwe: ['CWE-614', 'CWE-1004', 'CWE-1275'],
    owasp: ['A02:2025'],
    asvs: listAsvs({ 1: ['3.3.1'], 2: ['3.3.2', '3.3.3', '3.3.4'] }),
    components: ['Cookies'],
    usualSeconds: 2,
    run: runCookies,
  },
  {
    id: 'SESS-02',
    title: 'Signing out ends the session on the server',
    category: 'session_management',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description: 'Tokens of a session work after its user signed out.',
    impact: 'Anyone who copied them before stays signed in, on a shared computer for instance.',
    howTested:
      'A throwaway account signs out; its access token and refresh token are sent again at once.',
    recommendation: 'End the session in the database, and ask for its state at every call.',
    effort: 'medium',
    steps: ['See that the authenticator reads whether the session is live.'],
    changes: [],
    cwe: ['CWE-613'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['7.4.1'], 2: ['7.4.5'] }),
    components: ['POST /auth/logout'],
    usualSeconds: 2,
    async run({ principals }) {
      const learner = await principals.create('LEARNER');
      const observed = [
        expectStatus(await learner.call(describeCall(validate)), [200], 'before'),
        expectStatus(await learner.call(describeCall(logout)), [200], 'signing out'),
        ...(await expectOver(learner)),
      ];
      return judgeObservations(observed);
    },
  },
  {
    id: 'SESS-03',
    title: 'Each sign-in makes new identifiers, and takes none from the client',
    category: 'session_management',
    kind: 'probe',
    severity: 'high',
    reach: 'unauthenticated',
    description: 'A session keeps an identifier that was known before its sign-in.',
    impact: 'An attacker prepares an identifier, waits for the sign-in, and uses it.',
    howTested:
      'A throwaway account signs in twice with cookies that were made up before; session, access token and refresh token must be new, and what was made up must not work.',
    recommendation: 'Make all identifiers of a session at the sign-in.',
    effort: 'small',
    steps: ['See that no identifier of a session is read from the request that opens it.'],
    changes: [],
    cwe: ['CWE-384'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['7.2.4'] }),
    components: ['POST /auth/login'],
    usualSeconds: 2,
    async run({ principals, now }) {
      const first = await principals.create('LEARNER');
      const preset = 'a'.repeat(43);
      const names = first.cookies.split('; ').map((pair) => pair.split('=', 1)[0] ?? '');
      const cookie = [...names, 'sid', 'session'].map((name) => `${name}=${preset}`).join('; ');
      const { account, device } = first;
      const answer = await principals.trySignIn(account, { device, headers: { cookie } });
      const second = readData(answer, tokens);
      const isNew =
        second !== undefined &&
        second.accessToken !== first.accessToken &&
        second.refreshToken !== first.refreshToken &&
        second.refreshToken !== preset;
      const taken = describeCall(refresh, { body: { refreshToken: preset } });
      const sessions = await first.call(describeCall(validate));
      const again = await principals.signIn(account, device);
      return judgeObservations([
        observeAnswer(answer, '200 with tokens of its own', isNew),
        expectStatus(await principals.callFrom(device, taken), [401], 'a made-up refresh token'),
        observeFact({
          at: now(),
          looked: 'The session of two sign-ins on one device',
          expected: 'two sessions',
          observed: again.sessionId === readData(sessions, opened)?.sessionId ? 'one' : 'two',
          isAsExpected: again.sessionId !== readData(sessions, opened)?.sessionId,
        }),
      ]);
    },
  },
  {
    id: 'SESS-04',
    title: 'A refresh token works once, and its second use ends the session',
    category: 'session_management',
    kind: 'probe',
    severity: 'high',
    reach: 'unauthenticated',
    description: 'A refresh token that was replaced works again, or its reuse has no consequence.',
    impact: 'A stolen refresh token gives access for days, without anybody noticing.',
    howTested:
      'A throwaway account renews its session twice, and then sends the first refresh token again; another one’s token is renewed and then sent by another device. Both sessions must be over.',
    recommendation: 'Rotate refresh tokens, and end the session when an old one comes back.',
    effort: 'medium',
    steps: ['Compare the verdicts on refresh tokens with RFC 9700, section 4.14.'],
    changes: [
      {
        file: 'server/src/features/auth/sessions/refresh-reuse.rules.ts',
        description: 'The verdict on a refresh token that was used before',
      },
    ],
    cwe: ['CWE-294', 'CWE-613'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['10.4.5'], 2: ['10.4.8'] }),
    components: ['POST /auth/refresh'],
    usualSeconds: 3,
    run: runReuse,
  },
  {
    id: 'SESS-05',
    title: 'Tokens and sessions live as long as specified, and no longer',
    category: 'session_management',
    kind: 'config',
    severity: 'medium',
    reach: 'any_user',
    description: 'A token or a session lives longer than it should.',
    impact: 'What was stolen or left behind stays useful for longer.',
    howTested:
      'A new access token is read; the settings of the server and the end of a video-access session are compared with the specification: 15 minutes, 7 days, one hour, and 30 days for a session as a whole.',
    recommendation: 'Shorten the named life.',
    effort: 'small',
    steps: ['Set `SESSION_DAYS` to 30 or less.'],
    changes: [{ file: '.env', description: '`SESSION_DAYS`' }],
    cwe: ['CWE-613'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 2: ['7.1.1', '7.3.1', '7.3.2', '10.4.8'] }),
    components: ['Tokens', 'Sessions'],
    usualSeconds: 1,
    run: runLifetimes,
  },
  {
    id: 'SESS-08',
    title: 'Signing out everywhere ends every session of the user',
    category: 'session_management',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description: 'A session outlives the wish of its user to end all of them.',
    impact: 'After a theft the thief stays signed in, and the user believes to be safe.',
    howTested:
      'A throwaway account signs in three times; one session is ended by its id, then all of them; the tokens of each are sent again.',
    recommendation: 'End all sessions of the user in one statement, and tell every process.',
    effort: 'small',
    steps: ['See that the end of sessions is published to all processes.'],
    changes: [],
    cwe: ['CWE-613'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['7.4.1'], 2: ['7.4.3', '7.5.2'] }),
    components: ['POST /auth/logout/all', 'DELETE /auth/sessions/{id}'],
    usualSeconds: 3,
    async run({ principals }) {
      const first = await principals.create('LEARNER');
      const { account, device } = first;
      const second = await principals.signIn(account, device);
      const third = await principals.signIn(account, device);
      const ofSecond = describeCall(endSession, { params: { id: second.sessionId } });
      const observed = [
        expectStatus(await first.call(ofSecond), [200], 'ending one'),
        ...(await expectOver(second)),
        expectStatus(await third.call(describeCall(validate)), [200], 'another one lives on'),
        expectStatus(await first.call(describeCall(logoutAll)), [200], 'ending all'),
        ...(await expectOver(first)),
        ...(await expectOver(third)),
      ];
      return judgeObservations(observed);
    },
  },
];

/** Sends both tokens of a session that should be over. */
async function expectOver({ call, refreshToken }: Principal) {
  const renewal = describeCall(refresh, { body: { refreshToken } });
  return [
    expectStatus(await call(describeCall(validate)), [401], 'access token of an ended session'),
    expectStatus(await call(renewal), [401], 'refresh token of an ended session'),
  ];
}

async function runCookies({ principals, now }: CheckTools) {
  const account = await principals.createAccount('LEARNER');
  const { device } = await principals.signIn(account);
  const signedIn = await principals.trySignIn(account, { device, headers: fromOwnPage });
  const accessToken = readData(signedIn, tokens)?.accessToken;
  const cookie = signedIn.setCookies.map((line) => line.split(';', 1)[0]).join('; ');
  const headers = { ...fromOwnPage, cookie };
  const { password } = account;
  const answers = [
    signedIn,
    await principals.callFrom(device, {
      ...describeCall(validatePassword, { body: { password } }),
      accessToken,
      headers,
    }),
    await principals.callFrom(device, { ...describeCall(refresh, { body: {} }), headers }),
  ];
  const observed = answers.map((answer) =>
    observeAnswer(
      answer,
      '200 with a cookie',
      answer.status === 200 && answer.setCookies.length > 0,
      `${answer.status} with ${answer.setCookies.length} cookies`,
    ),
  );
  for (const answer of answers) {
    for (const line of answer.setCookies) observed.push(observeCookie(answer, line, now()));
  }
  return judgeObservations(observed);
}

function observeCookie(answer: ProbeAnswer, line: string, now: Date) {
  const [pair = '', ...flags] = line.split(/;\s*/);
  const name = pair.split('=', 1)[0] ?? '';
  const has = (flag: RegExp) => flags.some((one) => flag.test(one));
  const missing = [
    has(/^secure$/i) ? [] : ['Secure'],
    has(/^httponly$/i) ? [] : ['HttpOnly'],
    has(/^samesite=(strict|lax)$/i) ? [] : ['SameSite'],
    has(/^domain=/i) ? ['one host alone'] : [],
    /^__(Host|Secure)-/.test(name) ? [] : ['the prefix __Host-'],
    readLifeSeconds(flags, now) <= limits.refreshTokenSeconds ? [] : ['an end within 7 days'],
  ].flat();
  const what = `cookie ${name}: Secure, HttpOnly, SameSite, of one host, within 7 days`;
  return {
    ...observeAnswer(
      answer,
      what,
      missing.length === 0,
      missing.length === 0 ? 'all of them' : `without ${missing.join(', ')}`,
    ),
    component: `Cookie ${name}`,
  };
}

/** Reads how long a cookie lives; one without an end goes with the browser. */
function readLifeSeconds(flags: readonly string[], now: Date): number {
  const read = (name: string) =>
    flags.find((flag) => flag.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const maxAge = read('max-age');
  if (maxAge !== undefined) return Number(maxAge);
  const expires = read('expires');
  return expires === undefined ? 0 : (Date.parse(expires) - now.getTime()) / 1000;
}

async function runReuse({ principals }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const renew = (refreshToken: string, from = learner.device) =>
    principals.callFrom(from, describeCall(refresh, { body: { refreshToken } }));
  const first = await renew(learner.refreshToken);
  const second = await renew(readData(first, tokens)?.refreshToken ?? '');
  const newest = readData(second, tokens)?.refreshToken ?? '';
  const observed = [
    expectStatus(first, [200], 'the first renewal'),
    expectStatus(second, [200], 'the second renewal'),
    expectStatus(await renew(learner.refreshToken), [401], 'the first token again'),
    expectStatus(await renew(newest), [401], 'the newest token, after that'),
    expectStatus(await learner.call(describeCall(validate)), [401], 'the access token, after that'),
  ];
  const other = await principals.create('LEARNER');
  const renewed = await renew(other.refreshToken, other.device);
  observed.push(
    expectStatus(renewed, [200], 'a renewal of another session'),
    expectStatus(await renew(other.refreshToken), [401], 'its old token, by another device'),
    expectStatus(await other.call(describeCall(validate)), [401], 'its access token, after that'),
  );
  return judgeObservations(observed);
}

async function runLifetimes({ principals, ports, now }: CheckTools) {
  const { accessTokenSeconds, refreshTokenSeconds, videoAccessSeconds, sessionDays } =
    ports.settings;
  const learner = await principals.get('learner');
  const payload = Buffer.from(learner.accessToken.split('.')[1] ?? '', 'base64url').toString();
  const { iat, exp } = z.parse(claims, JSON.parse(payload));
  const { password } = learner.account;
  const answer = await learner.call(describeCall(validatePassword, { body: { password } }));
  const endsAt = readData(answer, confirmed)?.expiresAt;
  const accessSeconds = endsAt ? (Date.parse(endsAt) - answer.at.getTime()) / 1000 : undefined;
  const lives: readonly (readonly [string, number | undefined, number])[] = [
    ['Access token (exp − iat)', exp - iat, limits.accessTokenSeconds],
    ['Access token', accessTokenSeconds, limits.accessTokenSeconds],
    ['Refresh token', refreshTokenSeconds, limits.refreshTokenSeconds],
    ['Video access', videoAccessSeconds, limits.videoAccessSessionSeconds],
    [`Video access, by POST ${basePath}${validatePassword.path}`, accessSeconds, 3605],
    ['Session as a whole', sessionDays * 86_400, 30 * 86_400],
  ];
  const observed = lives.map(([looked, seconds, most]) =>
    observeFact({
      at: now(),
      looked,
      expected: `at most ${most} s`,
      observed: seconds === undefined ? 'not said' : `${Math.round(seconds)} s`,
      isAsExpected: seconds !== undefined && seconds <= most,
      component: looked,
    }),
  );
  return judgeObservations(observed);
}
