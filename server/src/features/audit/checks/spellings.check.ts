import { basePath, endpoints } from '@prahari/contract';
import * as z from 'zod/mini';
import type { ProbeAnswer } from '../probe/probe.adapter.ts';
import { describeCall, expectStatus, listAsvs, readData } from './calls.rules.ts';
import {
  type AuditCheck,
  type CheckTools,
  judgeObservations,
  observeAnswer,
} from './check.rules.ts';

const { auth, users } = endpoints;
const list = `${basePath}${users.list.path}`;
const own = z.object({ id: z.string() });
const sessions = z.object({ items: z.array(z.object({ id: z.string(), address: z.string() })) });

/** Other ways to write the address of a closed call. */
const spellings = [
  list.toUpperCase(),
  list.replace('/admin', '//admin'),
  `/${list}`,
  list.replace('/admin', '/./admin'),
  list.replace('/admin', '/videos/../admin'),
  list.replace('/admin/', '/admin%2f'),
  list.replace('/admin', '/%61dmin'),
  list.replace('/admin', '/videos/%2e%2e/admin'),
  `${list}/`,
  `${list}.`,
  `${list}.json`,
  `${list};a=1`,
  `${list}%20`,
  `${list}%00`,
  `${list}?userType=SUPER_ADMIN`,
];

const inward = ['127.0.0.1', '10.0.0.1', '::1'];

export const spellingChecks: readonly AuditCheck[] = [
  {
    id: 'AUTHZ-07',
    title: 'Other spellings and overrides of a request get the same decision',
    category: 'authorization',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description: 'A closed call is answered where its address or method is written differently.',
    impact: 'Who knows the spelling passes by the check of access.',
    howTested:
      'The list of users is asked for by a throwaway learner and without credentials, with its address in other letters, slashes, dots, encodings and endings, by another method, and through headers that proxies and frameworks take as the real address or method.',
    recommendation: 'Decide about access by the route that answers, and believe no such header.',
    effort: 'medium',
    steps: ['Find what maps the named spelling to the call, in the server or a proxy before it.'],
    changes: [{ file: 'deploy/nginx', description: 'Rules that rewrite addresses' }],
    cwe: ['CWE-288', 'CWE-425'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['8.2.1'], 2: ['4.1.3'], 3: ['4.1.4'] }),
    components: ['Router'],
    usualSeconds: 5,
    run: runSpellings,
  },
  {
    id: 'AUTHZ-08',
    title: 'The address from which a request says to come gives no rights',
    category: 'authorization',
    kind: 'probe',
    severity: 'high',
    reach: 'unauthenticated',
    description: 'A request that claims to come from inside is treated differently.',
    impact: 'Anybody passes by checks and limits, or hides where an attack comes from.',
    howTested:
      'A refused and an allowed call are repeated with addresses of this machine and of private networks in each header that proxies use, and with another host; a session that was opened so must show the real address.',
    recommendation: 'Believe forwarded addresses from your own proxies alone.',
    effort: 'small',
    steps: ['Set `TRUST_PROXY` to the addresses of your proxies, and to nothing else.'],
    changes: [{ file: '.env', description: '`TRUST_PROXY`' }],
    cwe: ['CWE-290', 'CWE-348'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 2: ['15.3.4', '4.1.3'], 3: ['8.4.2'] }),
    components: ['Router', 'Sign-ins'],
    usualSeconds: 4,
    run: runAddresses,
  },
];

async function runSpellings({ probe, principals }: CheckTools) {
  const learner = await principals.get('learner');
  const observed = [];
  for (const path of spellings) {
    observed.push(expectNoAnswer(await learner.call({ path }), 'as a learner'));
    observed.push(expectNoAnswer(await probe.send({ path }), 'without credentials'));
  }
  for (const method of ['HEAD', 'POST', 'OPTIONS', 'TRACE']) {
    observed.push(expectNoAnswer(await learner.call({ path: list, method }), `by ${method}`));
  }
  const profile = describeCall(users.profile);
  for (const name of ['x-original-url', 'x-rewrite-url', 'x-forwarded-uri']) {
    const answer = await learner.call({ ...profile, headers: { [name]: list } });
    const isOwn = readData(answer, own)?.id === learner.account.userId;
    observed.push(observeAnswer(answer, `the own profile, whatever ${name} says`, isOwn));
  }
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    const call = { path: `${basePath}${auth.validate.path}`, method: 'POST' };
    const answer = await learner.call({ ...call, headers: { [name]: 'GET' } });
    observed.push(expectStatus(answer, [404, 405], `another method by ${name}`));
  }
  return judgeObservations(observed);
}

/**
 * Expects no data. The web app's page is fine: it answers every address outside the API, without
 * data.
 */
function expectNoAnswer(answer: ProbeAnswer, who: string) {
  const isPage = answer.status === 200 && `${answer.headers['content-type']}`.includes('text/html');
  return observeAnswer(
    answer,
    `no answer of the call, ${who}`,
    isPage || answer.status >= 400 || answer.status === 204,
    isPage ? 'the page of the web app' : `${answer.status}`,
  );
}

async function runAddresses({ probe, principals, ports }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const closed = describeCall(users.list);
  const open = describeCall(auth.validate);
  const observed = [];
  for (const address of inward) {
    const headers = {
      'x-forwarded-for': address,
      'x-real-ip': address,
      'x-client-ip': address,
      forwarded: `for=${address.includes(':') ? `"[${address}]"` : address}`,
    };
    observed.push(
      expectStatus(await probe.send({ ...closed, headers }), [401], `from ${address}`, users.list),
      expectStatus(
        await learner.call({ ...closed, headers }),
        [403],
        `from ${address}`,
        users.list,
      ),
      expectStatus(
        await learner.call({ ...open, headers }),
        [200],
        `from ${address}`,
        auth.validate,
      ),
    );
  }
  const otherHost = { host: 'localhost', 'x-forwarded-host': 'localhost' };
  observed.push(
    expectStatus(await probe.send({ ...closed, headers: otherHost }), [400, 401], 'another host'),
  );
  if (ports.settings.trustsProxy) {
    const note =
      'Forwarded addresses of a proxy are believed here: what a session shows was not judged.';
    return judgeObservations(observed, note);
  }
  const claimed = '203.0.113.9';
  const { account, device } = learner;
  const headers = { 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` };
  await principals.trySignIn(account, { device, headers });
  const answer = await learner.call(describeCall(auth.sessions));
  const addresses = readData(answer, sessions)?.items.map(({ address }) => address) ?? [];
  observed.push(
    observeAnswer(
      answer,
      'sessions from the real address',
      addresses.length > 1 && !addresses.includes(claimed),
      addresses.includes(claimed) ? 'one from the claimed address' : `${addresses.length} sessions`,
    ),
  );
  return judgeObservations(observed);
}
