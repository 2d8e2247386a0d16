import { endpoints, responseHeaders } from '@prahari/contract';
import * as z from 'zod/mini';
import { createDeviceKey, type DeviceKey } from '../probe/device-key.adapter.ts';
import { confirmPassword, generateUserToken, requestStream } from '../probe/play.adapter.ts';
import type { Principal } from '../probe/principals.adapter.ts';
import type { ProbeAnswer, ProbeRequest } from '../probe/probe.adapter.ts';
import { describeCall, expectStatus, listAsvs, readData, unusedId } from './calls.rules.ts';
import { type AuditCheck, type CheckTools, judgeObservations, observeFact } from './check.rules.ts';

const { auth, drm, system, users, videos } = endpoints;
const tokens = z.object({ refreshToken: z.nullable(z.string()) });
const atOnce = 4;
/** Limits above this are not used up: only that they count is looked at. */
const mostBurst = 80;
/** The server gives a body half a minute. */
const longestBodySeconds = 45;

export const abuseChecks: readonly AuditCheck[] = [
  {
    id: 'BIZ-02',
    title: 'What works once works once, however many try at the same moment',
    category: 'business_logic',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description: 'Requests at the same moment pass a limit that each of them alone would not.',
    impact: 'More devices, playbacks or sessions than allowed are opened by a script.',
    howTested: `${atOnce} requests are sent at once: renewals with one refresh token, first sign-ins of a throwaway learner on as many devices, and, where a video is published, starts with one token.`,
    recommendation: 'Decide under a lock of the row that the limit is about.',
    effort: 'medium',
    steps: ['See that the decision and what it changes are in one transaction, after the lock.'],
    changes: [],
    cwe: ['CWE-362'],
    owasp: ['A06:2025'],
    asvs: listAsvs({ 2: ['2.3.2', '2.3.4'], 3: ['15.4.2'] }),
    components: ['POST /auth/refresh', 'POST /auth/login', 'POST /videos/{id}/stream'],
    usualSeconds: 4,
    run: runRaces,
  },
  {
    id: 'BIZ-04',
    title: 'Costly calls are limited, for each user alone',
    category: 'business_logic',
    kind: 'probe',
    severity: 'medium',
    reach: 'any_user',
    description: 'A call that costs the server much can be made without end.',
    impact: 'One user, or one script, takes the platform from all others.',
    howTested:
      'A throwaway learner asks for tokens and starts of a video that there is not: each answer must say what is left. Starts are repeated until they are refused; another learner must not notice.',
    recommendation: 'Count the call by user before it costs anything.',
    effort: 'small',
    steps: ['Lower `STREAMS_PER_MINUTE` where it was raised.'],
    changes: [{ file: '.env', description: '`STREAMS_PER_MINUTE`' }],
    cwe: ['CWE-799'],
    owasp: ['A06:2025'],
    asvs: listAsvs({ 2: ['2.4.1', '15.2.2'] }),
    components: ['POST /videos/{id}/stream', 'POST /drm/tokens/generate'],
    usualSeconds: 9,
    run: runLimits,
  },
  {
    id: 'BIZ-05',
    title: 'Administrators can’t raise their own rights, or manage each other',
    category: 'business_logic',
    kind: 'probe',
    severity: 'medium',
    reach: 'administrator',
    description: 'An administrator changes the own rights, or another administrator.',
    impact: 'One administrator takes the platform over, and locks all others out.',
    howTested:
      'A throwaway administrator gives itself rights and scope, blocks and deletes itself, resets, blocks, signs out and deletes another throwaway administrator, and creates an administrator with a number that is taken.',
    recommendation: 'Let super administrators alone manage administrators.',
    effort: 'small',
    steps: ['Compare the call with `mayManage` and `mayMake`.'],
    changes: [
      { file: 'server/src/features/users/users.policy.ts', description: 'Who manages whom' },
    ],
    cwe: ['CWE-269'],
    owasp: ['A06:2025'],
    asvs: listAsvs({ 1: ['8.2.1'], 2: ['2.3.2'], 3: ['2.3.5'] }),
    components: ['Users'],
    usualSeconds: 3,
    run: runGuardRails,
  },
  {
    id: 'BIZ-08',
    title: 'A body that drips in is cut off',
    category: 'business_logic',
    kind: 'probe',
    severity: 'medium',
    reach: 'unauthenticated',
    description: 'A request whose body arrives byte by byte holds its connection for hours.',
    impact: 'A few hundred such requests, from one machine, keep everybody else out.',
    howTested: `A sign-in and an edit of a profile are begun with a byte a second; the server must end each within ${longestBodySeconds} seconds, and answer others meanwhile.`,
    recommendation: 'Give bodies a time in which they must arrive.',
    effort: 'small',
    steps: ['Behind a proxy, set its time for bodies as well.'],
    changes: [
      { file: 'server/src/platform/http/slow-body.ts', description: 'The time for a body' },
    ],
    cwe: ['CWE-400'],
    owasp: ['A06:2025'],
    asvs: listAsvs({ 2: ['15.2.2'] }),
    components: ['Request bodies'],
    usualSeconds: 32,
    run: runDripping,
  },
];

/** Adds proof and token to a request that is sent later, with others. */
async function prepare(
  { probe }: Pick<CheckTools, 'probe'>,
  by: { readonly device: DeviceKey; readonly accessToken?: string },
  request: ProbeRequest,
  nonce: string | undefined,
): Promise<ProbeRequest> {
  const { device, accessToken } = by;
  const { method = 'GET' } = request;
  const url = `${probe.origin}${request.path.split('?', 1)[0]}`;
  const proof = await device.prove({ method, url, nonce, accessToken });
  const headers = {
    ...proof,
    'content-type': 'application/json',
    ...(accessToken === undefined ? {} : { authorization: `DPoP ${accessToken}` }),
  };
  return { ...request, headers };
}

async function findNonce({ call }: Principal): Promise<string | undefined> {
  return (await call(describeCall(auth.validate))).headers[responseHeaders.nonce];
}

async function sendAtOnce(
  tools: CheckTools,
  nonce: string | undefined,
  requests: readonly {
    readonly by: { readonly device: DeviceKey; readonly accessToken?: string };
    readonly request: ProbeRequest;
  }[],
): Promise<ProbeAnswer[]> {
  const prepared = await Promise.all(
    requests.map(({ by, request }) => prepare(tools, by, request, nonce)),
  );
  return tools.probe.sendTogether(prepared);
}

async function runRaces(tools: CheckTools) {
  const { principals, ports, now } = tools;
  const learner = await principals.create('LEARNER');
  const nonce = await findNonce(learner);
  const { refreshToken, device } = learner;
  const renewals = await sendAtOnce(
    tools,
    nonce,
    Array.from({ length: atOnce }, () => ({
      by: { device },
      request: describeCall(auth.refresh, { body: { refreshToken } }),
    })),
  );
  const successors = new Set(
    renewals.flatMap((answer) => readData(answer, tokens)?.refreshToken ?? []),
  );
  const observed = [
    observeCount({
      at: now(),
      what: 'renewals with one refresh token',
      expected: 'one next token',
      count: successors.size,
      atMost: 1,
    }),
  ];
  const { devicesPerLearner } = ports.settings;
  if (devicesPerLearner > 0 && devicesPerLearner < atOnce) {
    const { contactNumber, countryCode, password } = await principals.createAccount('LEARNER');
    const signIn = describeCall(auth.login, { body: { contactNumber, countryCode, password } });
    const devices = await Promise.all(Array.from({ length: atOnce }, createDeviceKey));
    const answers = await sendAtOnce(
      tools,
      nonce,
      devices.map((one) => ({ by: { device: one }, request: signIn })),
    );
    observed.push(
      observeCount({
        at: now(),
        what: 'first sign-ins',
        expected: 'devices as allowed',
        count: countOk(answers),
        atMost: devicesPerLearner,
      }),
    );
  }
  const player = await principals.create('LEARNER');
  const videoId = await ports.findPlayableVideo(player.account.userId);
  if (videoId === undefined) {
    return judgeObservations(observed, 'Without a published video, starts were left out.');
  }
  await confirmPassword(player);
  const userToken = await generateUserToken(player, videoId);
  const start = describeCall(videos.stream, {
    params: { id: videoId },
    body: { userToken, takeOver: true },
  });
  const starts = await sendAtOnce(
    tools,
    nonce,
    Array.from({ length: atOnce }, () => ({ by: player, request: start })),
  );
  observed.push(
    observeCount({
      at: now(),
      what: 'starts with one token',
      expected: 'one playback',
      count: countOk(starts),
      atMost: 1,
    }),
  );
  return judgeObservations(observed);
}

const countOk = (answers: readonly ProbeAnswer[]) =>
  answers.filter(({ status }) => status === 200).length;

function observeCount({
  at,
  what,
  expected,
  count,
  atMost,
}: {
  readonly at: Date;
  readonly what: string;
  readonly expected: string;
  readonly count: number;
  readonly atMost: number;
}) {
  return observeFact({
    at,
    looked: `${atOnce} ${what} at the same moment`,
    expected,
    observed: `${count} succeeded`,
    isAsExpected: count >= 1 && count <= atMost,
    component: what,
  });
}

/** `"playback-starts";q=60;w=60` (draft-ietf-httpapi-ratelimit-headers). */
const quota = /;q=(\d+)/;

async function runLimits({ principals, now }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const other = await principals.get('otherLearner');
  const observed = [];
  const token = await learner.call(
    describeCall(drm.generateToken, { body: { videoId: unusedId } }),
  );
  const first = await requestStream(learner, unusedId, 'a.b.c');
  for (const answer of [token, first]) {
    const policy = answer.headers[responseHeaders.rateLimitPolicy] ?? '';
    observed.push({
      ...expectStatus(answer, [400, 403, 404], 'a limit in the headers'),
      isAsExpected: quota.test(policy),
    });
  }
  const limit = Number(quota.exec(first.headers[responseHeaders.rateLimitPolicy] ?? '')?.[1]);
  if (!(limit <= mostBurst)) {
    const note = `The limit is ${limit || 'unknown'}: more than an audit sends.`;
    return judgeObservations(observed, note);
  }
  let last = first;
  for (let sent = 1; sent <= limit && last.status !== 429; sent += 1) {
    last = await requestStream(learner, unusedId, 'a.b.c');
  }
  const hasPause = Number(last.headers[responseHeaders.retryAfter]) > 0;
  observed.push(
    {
      ...expectStatus(last, [429], 'with Retry-After'),
      isAsExpected: last.status === 429 && hasPause,
    },
    expectStatus(await requestStream(other, unusedId, 'a.b.c'), [400, 403, 404], 'another learner'),
    observeFact({
      at: now(),
      looked: 'Starts of one user in a minute',
      expected: `at most ${mostBurst}`,
      observed: `${limit}`,
      isAsExpected: true,
    }),
  );
  return judgeObservations(observed);
}

async function runGuardRails({ principals }: CheckTools) {
  const administrator = await principals.create('ADMIN');
  const other = await principals.create('ADMIN');
  const self = { params: { id: administrator.account.userId } };
  const them = { params: { id: other.account.userId } };
  const blocked = { body: { blocked: true } };
  const rights = { body: { permissions: ['users.read'], adminScope: { level: 'global' } } };
  const taken = {
    body: {
      name: 'Security audit',
      countryCode: other.account.countryCode,
      contactNumber: other.account.contactNumber,
      userType: 'ADMIN',
    },
  };
  const tried = [
    [users.setPermissions, { ...self, ...rights }, 'its own rights'],
    [users.block, { ...self, ...blocked }, 'itself'],
    [users.remove, self, 'itself'],
    [users.resetPassword, self, 'itself'],
    [users.setPermissions, { ...them, ...rights }, 'another administrator'],
    [users.block, { ...them, ...blocked }, 'another administrator'],
    [users.resetPassword, them, 'another administrator'],
    [users.signOut, them, 'another administrator'],
    [users.remove, them, 'another administrator'],
    [users.create, taken, 'a new administrator'],
  ] as const;
  const observed = [];
  for (const [endpoint, input, what] of tried) {
    const answer = await administrator.call(describeCall(endpoint, input));
    observed.push(expectStatus(answer, [403, 404], what, endpoint));
  }
  for (const { call } of [administrator, other]) {
    observed.push(expectStatus(await call(describeCall(auth.validate)), [200], 'untouched'));
  }
  return judgeObservations(observed);
}

async function runDripping(tools: CheckTools) {
  const { probe, principals, now } = tools;
  const learner = await principals.get('learner');
  const nonce = await findNonce(learner);
  const signIn = { by: { device: await createDeviceKey() }, request: describeCall(auth.login) };
  const edit = { by: learner, request: describeCall(users.updateProfile) };
  const dripping = Promise.all(
    [signIn, edit].map(async ({ by, request }) => ({
      request,
      end: await probe.drip(await prepare(tools, by, request, nonce), longestBodySeconds),
    })),
  );
  const meanwhile = await probe.send({ path: system.liveness.path });
  const ends = await dripping;
  return judgeObservations([
    expectStatus(meanwhile, [200], 'others, meanwhile'),
    ...ends.map(({ request: { method, path }, end }) =>
      observeFact({
        at: now(),
        looked: `${method} ${path} with a byte of its body a second`,
        expected: `an end within ${longestBodySeconds} s`,
        observed: end === null ? 'still waiting' : `an end after ${Math.round(end.seconds)} s`,
        isAsExpected: end !== null,
        component: `${method} ${path}`,
      }),
    ),
  ]);
}
