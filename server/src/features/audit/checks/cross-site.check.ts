import { type Endpoint, endpoints } from '@prahari/contract';
import type { Principal } from '../probe/principals.adapter.ts';
import {
  describeCall,
  describeHarmlessCall,
  expectStatus,
  listAsvs,
  readReason,
} from './calls.rules.ts';
import {
  type AuditCheck,
  type CheckTools,
  judgeObservations,
  observeAnswer,
  observeFact,
} from './check.rules.ts';
import { judgeSecrets } from './randomness.rules.ts';

const { auth } = endpoints;
/** Of the calls that change something every so many is sent. */
const everySoMany = 4;
const sampledSecrets = 2000;

const isUnsafe = ({ method, access }: Endpoint) =>
  access.kind === 'session' && method !== 'GET' && method !== 'HEAD';

export const crossSiteChecks: readonly AuditCheck[] = [
  {
    id: 'SESS-06',
    title: 'Other sites can’t make a browser call the server',
    category: 'session_management',
    kind: 'probe',
    severity: 'high',
    reach: 'unauthenticated',
    description: 'A request that another site caused is carried out with the user’s cookies.',
    impact: 'A page that a signed-in user visits acts in the user’s name.',
    howTested:
      'Every fourth call that changes something is sent as a browser sends it for another site. Renewal and sign-out are sent with cookies of a throwaway account from other sites, as a form, without a proof, and by GET; the session must live on.',
    recommendation: 'Refuse what fetch metadata calls cross-site, and never let a cookie suffice.',
    effort: 'small',
    steps: ['See that the call is bound like the others, which refuse other sites first.'],
    changes: [],
    cwe: ['CWE-352'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['3.5.1', '3.5.2', '3.5.3'] }),
    components: ['API', 'Cookies'],
    usualSeconds: 7,
    run: runCrossSite,
  },
  {
    id: 'SESS-07',
    title: 'Secrets of sessions can’t be predicted',
    category: 'session_management',
    kind: 'data',
    severity: 'high',
    reach: 'unauthenticated',
    description: 'Secrets of sessions are short, come twice, or follow a pattern.',
    impact: 'An attacker computes the secret of somebody’s session.',
    howTested: `${sampledSecrets} secrets are made by the function that makes those of sessions: length, repetition, and how often each bit and byte occurs (χ²). This shows gross faults; it proves no randomness.`,
    recommendation: 'Take secrets from the random generator of the system.',
    effort: 'small',
    steps: ['See that `generateToken` asks `crypto.randomBytes` for at least 16 bytes.'],
    changes: [{ file: 'server/src/platform/crypto/codes.ts', description: 'How secrets are made' }],
    cwe: ['CWE-330', 'CWE-331'],
    owasp: ['A04:2025'],
    asvs: listAsvs({ 1: ['7.2.3'], 2: ['11.5.1'] }),
    components: ['Session secrets'],
    usualSeconds: 1,
    async run({ ports, now }) {
      const made = Array.from({ length: sampledSecrets }, () => ports.makeSessionSecret());
      return judgeObservations(
        judgeSecrets(made).map((fact) =>
          observeFact({ at: now(), component: 'Session secrets', ...fact }),
        ),
      );
    },
  },
];

async function runCrossSite({ probe, principals, ports }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const fromOther = { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' };
  const observed = [];
  const unsafe = ports.surface.endpoints.filter(isUnsafe);
  for (const endpoint of unsafe.filter((_, i) => i % everySoMany === 0)) {
    const call = describeHarmlessCall(endpoint);
    const answer = await probe.send({ ...call, headers: { ...call.headers, ...fromOther } });
    const isRefused = answer.status === 403 && readReason(answer) === 'cross_site_request';
    observed.push(
      observeAnswer(
        answer,
        '403 cross_site_request',
        isRefused,
        `${answer.status} ${readReason(answer) ?? ''}`,
      ),
    );
  }
  observed.push(...(await sendWithCookies({ probe, principals }, learner)));
  observed.push(
    expectStatus(await learner.call(describeCall(auth.validate)), [200], 'the session lives on'),
  );
  return judgeObservations(observed);
}

async function sendWithCookies(
  { probe, principals }: Pick<CheckTools, 'probe' | 'principals'>,
  { account, device }: Principal,
) {
  const own = { 'sec-fetch-site': 'same-origin' };
  const signedIn = await principals.trySignIn(account, { device, headers: own });
  const cookie = signedIn.setCookies.map((line) => line.split(';', 1)[0]).join('; ');
  const renew = describeCall(auth.refresh, { body: {} });
  const leave = describeCall(auth.logoutAll);
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const text = { 'content-type': 'text/plain' };
  const tried = [
    [
      'a renewal from another site',
      { ...renew, headers: { ...json, 'sec-fetch-site': 'cross-site' } },
    ],
    [
      'a renewal from a neighbour site',
      { ...renew, headers: { ...json, 'sec-fetch-site': 'same-site' } },
    ],
    ['a renewal without a proof', { ...renew, headers: { ...json, ...own } }],
    ['a renewal from no origin', { ...renew, headers: { ...json, origin: 'null' } }],
    ['a renewal as text', { ...renew, headers: { ...text, ...own } }],
    ['a renewal as a form', { ...renew, body: 'a=1', headers: { ...form, ...own } }],
    ['a sign-out from another site', { ...leave, headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a sign-out by cookies alone', { ...leave, headers: own }],
  ] as const;
  const observed = [
    observeAnswer(signedIn, '200 with a cookie', signedIn.status === 200 && cookie !== ''),
  ];
  for (const [what, call] of tried) {
    const answer = await probe.send({ ...call, headers: { ...call.headers, cookie } });
    observed.push(expectStatus(answer, [400, 401, 403, 415], what));
  }
  for (const { path } of [auth.refresh, auth.logout, auth.logoutAll]) {
    const call = { path: `${renew.path.slice(0, -auth.refresh.path.length)}${path}` };
    const answer = await probe.send({ ...call, headers: { ...own, cookie } });
    observed.push(expectStatus(answer, [404, 405], 'by GET'));
  }
  return observed;
}
