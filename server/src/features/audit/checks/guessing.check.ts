import { randomInt } from 'node:crypto';
import { endpoints, responseHeaders } from '@prahari/contract';
import { createDeviceKey } from '../probe/device-key.adapter.ts';
import type { ProbeAnswer } from '../probe/probe.adapter.ts';
import { describeCall, expectStatus, listAsvs, readReason } from './calls.rules.ts';
import {
  type AuditCheck,
  type CheckTools,
  judgeObservations,
  notTested,
  observeAnswer,
  observeFact,
} from './check.rules.ts';
import { computeMedian, computeRankP } from './ranks.rules.ts';

const { auth, users } = endpoints;
const wrong = 'security audit, a wrong password';
/** Of a series that no network in India gives to a person. */
const inventNumber = () => `+9110${randomInt(1e8).toString().padStart(8, '0')}`;

/** NIST SP 800-63B-4, section 3.2.2: no more than 100 in a row; ours are far fewer. */
const mostOfAccount = 26;
const mostOfDevice = 36;
const timedPairs = 16;
/**
 * Two different kinds of numbers may differ by chance; a missing hash takes most of the time away.
 */
const tellingShare = 0.3;
const tellingP = 0.001;

/** In this order: the last ones use up what this address may try. */
export const guessingChecks: readonly AuditCheck[] = [
  {
    id: 'AUTH-05',
    title: 'A refused sign-in does not tell whether the number has an account',
    category: 'authentication',
    kind: 'probe',
    severity: 'medium',
    reach: 'unauthenticated',
    description:
      'Sign-ins for unknown numbers, wrong passwords and blocked users are answered differently.',
    impact: 'An attacker finds out which numbers have accounts, and which of them are blocked.',
    howTested:
      'A sign-in for a made-up number, one with a wrong password and one of a blocked throwaway account are compared: status, headers by name, and body but for time and correlation id.',
    recommendation: 'Refuse all of them in the same way.',
    effort: 'small',
    steps: ['Compare the named answers, and give all of them one text.'],
    changes: [],
    cwe: ['CWE-204'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 3: ['6.3.8'] }),
    components: ['POST /auth/login'],
    usualSeconds: 3,
    run: runTexts,
  },
  {
    id: 'AUTH-06',
    title: 'The time of a refused sign-in does not tell whether the number has an account',
    category: 'authentication',
    kind: 'probe',
    severity: 'low',
    reach: 'unauthenticated',
    description: 'Sign-ins for unknown numbers are refused faster than those for known ones.',
    impact: 'An attacker with patience finds out which numbers have accounts.',
    howTested: `${timedPairs} wrong sign-ins each for throwaway accounts and made-up numbers, by turns; medians and ranks (Mann–Whitney) are compared.`,
    recommendation: 'Hash a password for unknown numbers, too.',
    effort: 'small',
    steps: ['See that the same steps run for unknown numbers.'],
    changes: [],
    cwe: ['CWE-208'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 3: ['6.3.8'] }),
    components: ['POST /auth/login'],
    usualSeconds: 10,
    run: runTimes,
  },
  {
    id: 'AUTH-13',
    title: 'Wrong passwords by others do not lock the owner out',
    category: 'authentication',
    kind: 'probe',
    severity: 'medium',
    reach: 'unauthenticated',
    description: 'Somebody who knows a phone number can lock its owner out by wrong passwords.',
    impact: 'A class can be kept from its lessons, or an administrator from an incident.',
    howTested:
      'Another device uses up its attempts at a throwaway account. Then the owner’s device signs in, and a third device gets as far as the password.',
    recommendation: 'Count attempts of known devices apart from those of all others.',
    effort: 'medium',
    steps: ['Read decision 0042, and see which count the owner shares with others.'],
    changes: [
      {
        file: 'server/src/features/auth/sign-in/sign-in-rate-limit.adapter.ts',
        description: 'What is counted together',
      },
    ],
    cwe: ['CWE-645'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['6.3.1'], 2: ['2.4.1'] }),
    components: ['POST /auth/login'],
    usualSeconds: 4,
    run: runLockout,
  },
  {
    id: 'AUTH-03',
    title: 'Guessing the password of one account is slowed down, wherever it comes from',
    category: 'authentication',
    kind: 'probe',
    severity: 'high',
    reach: 'unauthenticated',
    description: 'Passwords of an account can be tried without end.',
    impact: 'Weak passwords are found by trying, by one machine in a day.',
    howTested: `Up to ${mostOfAccount} wrong passwords for a throwaway account, each from a new device that claims another address; the server must refuse before they are used up. Then the account’s own device signs in.`,
    recommendation: 'Count attempts by account, network and device, in all processes together.',
    effort: 'medium',
    steps: ['See that the limits of sign-ins are kept in the database.'],
    changes: [
      {
        file: 'server/src/features/auth/sign-in/sign-in-rate-limit.rules.ts',
        description: 'How often a password may be tried',
      },
    ],
    cwe: ['CWE-307'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['6.1.1', '6.3.1'], 2: ['2.4.1'] }),
    components: ['POST /auth/login'],
    usualSeconds: 7,
    run: runGuessing,
  },
  {
    id: 'AUTH-04',
    title: 'Trying one password at many accounts is slowed down',
    category: 'authentication',
    kind: 'probe',
    severity: 'high',
    reach: 'unauthenticated',
    description: 'One device can try a password at any number of accounts.',
    impact: 'A common password is found by trying it everywhere: somebody has it.',
    howTested: `One wrong password for up to ${mostOfDevice} made-up numbers from one device; the server must refuse before they are used up.`,
    recommendation: 'Count attempts by device and by address, over all accounts.',
    effort: 'medium',
    steps: ['Lower `SIGN_INS_PER_ADDRESS` where it was raised.'],
    changes: [{ file: '.env', description: '`SIGN_INS_PER_ADDRESS`' }],
    cwe: ['CWE-307'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['6.3.1'], 2: ['2.4.1'] }),
    components: ['POST /auth/login'],
    usualSeconds: 6,
    async run(tools) {
      const device = await createDeviceKey();
      for (let tried = 1; tried <= mostOfDevice; tried += 1) {
        const contactNumber = inventNumber();
        const account = { contactNumber, countryCode: '+91', password: wrong };
        const answer = await trySignIn(tools, account, { device });
        if (answer.status === 429) {
          return judgeObservations([expectThrottle(answer, tried)]);
        }
        if (answer.status !== 401) return judgeObservations([expectStatus(answer, [401, 429])]);
      }
      return judgeObservations([expectNoEnd(tools.now(), mostOfDevice)]);
    },
  },
];

type TrySignIn = CheckTools['principals']['trySignIn'];

/** The limit of one address counts minutes; those of accounts and devices are longer. */
const longestOfAddressSeconds = 60;

/** Tries to sign in, and once more when nothing but the limit of this address refused it. */
async function trySignIn(
  { probe, principals }: CheckTools,
  ...attempt: Parameters<TrySignIn>
): ReturnType<TrySignIn> {
  const answer = await principals.trySignIn(...attempt);
  const waitSeconds = Number(answer.headers[responseHeaders.retryAfter]);
  if (answer.status !== 429 || !(waitSeconds <= longestOfAddressSeconds)) return answer;
  await probe.pause(waitSeconds);
  return principals.trySignIn(...attempt);
}

async function runGuessing(tools: CheckTools) {
  const { principals, now } = tools;
  const owner = await principals.create('LEARNER');
  const { account, device } = owner;
  const guessed = { ...account, password: wrong };
  const observed = [];
  for (let tried = 1; tried <= mostOfAccount; tried += 1) {
    const address = `203.0.113.${tried}`;
    const headers = {
      'x-forwarded-for': address,
      forwarded: `for=${address}`,
      'user-agent': `Audit/${tried}`,
    };
    const answer = await trySignIn(tools, guessed, { headers });
    if (answer.status === 429) {
      observed.push(expectThrottle(answer, tried));
      break;
    }
    if (answer.status !== 401) observed.push(expectStatus(answer, [401, 429]));
  }
  if (observed.length === 0) observed.push(expectNoEnd(now(), mostOfAccount));
  const own = await principals.trySignIn(account, { device });
  return judgeObservations([...observed, expectStatus(own, [200], 'the owner’s device')]);
}

function expectThrottle(answer: ProbeAnswer, tried: number) {
  const hasPause = Number(answer.headers['retry-after']) > 0;
  return observeAnswer(
    answer,
    '429 with Retry-After',
    hasPause,
    `429 at attempt ${tried}, ${hasPause ? 'with' : 'without'} Retry-After`,
  );
}

function expectNoEnd(at: Date, tried: number) {
  return observeFact({
    at,
    looked: `${tried} wrong passwords`,
    expected: '429 before they are used up',
    observed: 'each was judged',
    isAsExpected: false,
    component: 'POST /auth/login',
  });
}

async function runTexts(tools: CheckTools) {
  const { principals } = tools;
  const account = await principals.createAccount('LEARNER');
  const blocked = await principals.createAccount('LEARNER');
  const administrator = await principals.get('administrator');
  const block = await administrator.call(
    describeCall(users.block, { params: { id: blocked.userId }, body: { blocked: true } }),
  );
  const unknown = { contactNumber: inventNumber(), countryCode: '+91', password: wrong };
  const device = await createDeviceKey();
  const answers = {
    'a made-up number': await trySignIn(tools, unknown, { device }),
    'a wrong password': await trySignIn(tools, { ...account, password: wrong }, { device }),
    'a blocked account': await trySignIn(tools, blocked, { device }),
  };
  const first = describeAnswer(answers['a made-up number']);
  return judgeObservations([
    expectStatus(block, [200], 'blocking'),
    ...Object.entries(answers).map(([what, answer]) =>
      observeAnswer(
        answer,
        `the same answer: ${what}`,
        answer.status === 401 && describeAnswer(answer) === first,
        `${answer.status} ${readReason(answer) ?? ''}`,
      ),
    ),
  ]);
}

/** Describes an answer as an attacker can compare it: without times, ids and nonces. */
function describeAnswer({ status, headers, text }: ProbeAnswer): string {
  const body = text.replace(/"(timestamp|correlationId)":"[^"]*"/g, '');
  return JSON.stringify([status, Object.keys(headers).toSorted(), body]);
}

async function runTimes(tools: CheckTools) {
  const { principals, now } = tools;
  const known = [
    await principals.createAccount('LEARNER'),
    await principals.createAccount('LEARNER'),
  ];
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < timedPairs; i += 1) {
    // No account and no device gets near its limit.
    const device = await createDeviceKey();
    const [of] = i % 2 === 0 ? known : known.toReversed();
    const unknown = { contactNumber: inventNumber(), countryCode: '+91' };
    for (const [kind, account] of [
      ['known', of ?? unknown],
      ['unknown', unknown],
    ] as const) {
      const answer = await trySignIn(tools, { ...account, password: wrong }, { device });
      if (answer.status === 429) return notTested('Sign-ins from this address are at their limit.');
      took[kind].push(answer.durationMs);
    }
  }
  const [ofKnown, ofUnknown] = [computeMedian(took.known), computeMedian(took.unknown)];
  const share = Math.abs(ofKnown - ofUnknown) / Math.max(ofKnown, ofUnknown);
  const p = computeRankP(took.known, took.unknown);
  return judgeObservations(
    [
      observeFact({
        at: now(),
        looked: `${timedPairs} wrong sign-ins each for known and unknown numbers`,
        expected: 'the same time',
        observed: `medians of ${ofKnown.toFixed(1)} and ${ofUnknown.toFixed(1)} ms, p = ${p.toFixed(3)}`,
        isAsExpected: share < tellingShare || p > tellingP,
        component: `POST ${auth.login.path}`,
      }),
    ],
    'So few samples show large differences only, as where no password is hashed.',
  );
}

async function runLockout(tools: CheckTools) {
  const { principals } = tools;
  const owner = await principals.create('LEARNER');
  const { account, device } = owner;
  const stranger = await createDeviceKey();
  let last: ProbeAnswer | undefined;
  for (let tried = 0; tried < 12 && last?.status !== 429; tried += 1) {
    last = await trySignIn(tools, { ...account, password: wrong }, { device: stranger });
  }
  const own = await principals.trySignIn(account, { device });
  const third = await trySignIn(tools, account);
  return judgeObservations([
    ...(last ? [expectStatus(last, [429], 'the stranger’s attempts end')] : []),
    expectStatus(own, [200], 'the owner’s device'),
    // A learner's other device is let in or named as another one, by the configuration.
    expectStatus(third, [200, 403], 'a third device with the right password'),
  ]);
}
