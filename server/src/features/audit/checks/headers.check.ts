import { basePath, scoreHeaders } from '@prahari/contract';
import type { ProbeAnswer, ProbeRequest } from '../probe/probe.adapter.ts';
import {
  type AuditCheck,
  type CheckTools,
  judgeObservations,
  notTested,
  type Observation,
  observeAnswer,
} from './check.rules.ts';
import { judgeDocumentPolicy } from './content-policy.rules.ts';
import { scoreByObservatory } from './observatory.rules.ts';

/** Specification, section 9: below it an operator is warned. */
const leastScore = 90;
const foreignOrigin = 'https://audit.invalid';

/** Fetches the page that browsers open first; undefined where this process serves none. */
export async function fetchPage({ probe }: CheckTools): Promise<ProbeAnswer | undefined> {
  const page = await probe.send({ path: '/', headers: { accept: 'text/html' } });
  const isPage =
    page.status === 200 && (page.headers['content-type'] ?? '').startsWith('text/html');
  return isPage ? page : undefined;
}

export const noPage = 'This process serves no web app: only its calls were looked at.';

/** One answer of each kind, as a client without a session gets it. */
const publicAnswers: readonly ProbeRequest[] = [
  { path: '/' },
  { path: `${basePath}/docs/static/index.html` },
  { path: `${basePath}/docs` },
  { path: `${basePath}/openapi.json` },
  { path: '/version' },
  { path: `${basePath}/videos` },
  { path: `${basePath}/no-such-call` },
  { path: `${basePath}/auth/login`, method: 'DELETE' },
  {
    path: `${basePath}/auth/login`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  },
  { path: '/media/no-such-signature/no-such-file.m4s' },
];

const headersOnAllAnswers: AuditCheck = {
  id: 'CONF-01',
  title: 'Every answer has the security headers',
  category: 'configuration',
  kind: 'probe',
  severity: 'medium',
  reach: 'unauthenticated',
  description: 'Some answers of this server lack headers that tell browsers what to refuse.',
  impact:
    'A flaw in a page, or a file that a browser takes for a script, can be used where the header would have stopped it.',
  howTested:
    'Pages, calls, errors and media are fetched without a session; the headers of each are scored by weight (critical 40, high 25, medium 15, low 5).',
  recommendation: 'Let the headers of the server through, and add none that weaken them.',
  effort: 'small',
  steps: [
    'Compare the headers of an answer at the server itself with those behind your proxy.',
    'Remove rules of the proxy that hide or replace them.',
  ],
  changes: [{ file: 'deploy/nginx', description: 'no proxy_hide_header for security headers' }],
  cwe: ['CWE-693', 'CWE-1021'],
  owasp: ['A06:2025'],
  asvs: [
    { id: 'v5.0.0-3.4.1', level: 1 },
    { id: 'v5.0.0-3.4.4', level: 2 },
    { id: 'v5.0.0-3.4.5', level: 2 },
    { id: 'v5.0.0-3.4.6', level: 2 },
    { id: 'v5.0.0-3.4.8', level: 3 },
  ],
  components: ['All answers'],
  usualSeconds: 2,
  async run({ probe, ports }) {
    const { isServedOverTls } = ports.settings;
    const observations: Observation[] = [];
    for (const request of publicAnswers) {
      const answer = await probe.send(request);
      const { score, summary, missing } = scoreHeaders(answer.headers, isServedOverTls);
      const lacks = missing.map(({ name }) => name).join(', ');
      observations.push(
        observeAnswer(
          answer,
          `a header score of at least ${leastScore}`,
          score >= leastScore && answer.headers['x-content-type-options'] === 'nosniff',
          `${score} (${summary})${lacks === '' ? '' : `, without ${lacks}`}`,
        ),
      );
    }
    return judgeObservations(
      observations,
      isServedOverTls ? undefined : 'Without TLS, Strict-Transport-Security has no meaning.',
    );
  },
};

const contentPolicy: AuditCheck = {
  id: 'CONF-02',
  title: 'The content security policy of pages is strict',
  category: 'configuration',
  kind: 'probe',
  severity: 'high',
  reach: 'unauthenticated',
  description: 'The policy of the web app allows scripts or frames that it does not need.',
  impact: 'Markup that somebody manages to store could run as a script in the page of others.',
  howTested: 'The policy of the first page is parsed and each directive is judged.',
  recommendation: 'Serve the pages with the policy of the server, unchanged.',
  effort: 'small',
  steps: ['Find what replaces the policy between server and browser.', 'Remove that rule.'],
  changes: [],
  cwe: ['CWE-693', 'CWE-1021'],
  owasp: ['A06:2025'],
  asvs: [
    { id: 'v5.0.0-3.4.3', level: 2 },
    { id: 'v5.0.0-3.4.6', level: 2 },
  ],
  components: ['Web app'],
  usualSeconds: 1,
  async run(tools) {
    const page = await fetchPage(tools);
    if (!page) return notTested(noPage);
    const rules = judgeDocumentPolicy(page.headers['content-security-policy']);
    return judgeObservations(
      rules.map(({ rule, isMet }) =>
        observeAnswer(page, rule, isMet, page.headers['content-security-policy'] ?? 'no policy'),
      ),
    );
  },
};

const observatory: AuditCheck = {
  id: 'CONF-10',
  title: 'Pages get the top grade of the HTTP Observatory',
  category: 'configuration',
  kind: 'probe',
  severity: 'medium',
  reach: 'unauthenticated',
  description: 'By the rules of Mozilla’s HTTP Observatory the first page gets less than A+.',
  impact: 'Defences that browsers offer are not used.',
  howTested:
    'The answer to the first page, its cookies and its reaction to foreign origins are scored by the published rules (algorithm version 6).',
  recommendation: 'Mend the tests that cost points, the largest first.',
  effort: 'small',
  steps: ['Look at the tests in the evidence.', 'Scan the public address again.'],
  changes: [],
  cwe: ['CWE-693'],
  owasp: ['A06:2025'],
  asvs: [{ id: 'v5.0.0-3.4.4', level: 2 }],
  components: ['Web app'],
  usualSeconds: 1,
  async run(tools) {
    const page = await fetchPage(tools);
    if (!page) return notTested(noPage);
    const asked = await tools.probe.send({ path: '/', headers: { origin: foreignOrigin } });
    const allowed = asked.headers['access-control-allow-origin'];
    const withCredentials = asked.headers['access-control-allow-credentials'] === 'true';
    const { isServedOverTls } = tools.ports.settings;
    const { score, grade, tests } = scoreByObservatory({
      headers: page.headers,
      setCookies: page.setCookies,
      html: page.text,
      origin: isServedOverTls ? (tools.ports.publicUrl ?? tools.probe.origin) : tools.probe.origin,
      cors:
        allowed === undefined
          ? 'closed'
          : allowed === foreignOrigin && withCredentials
            ? 'reflects_with_credentials'
            : 'public',
      // The proxy in front answers plain HTTP, not this process: CRYPT-05 asks it.
      redirection: undefined,
    });
    const lost = tests
      .filter(({ modifier }) => modifier !== null && modifier < 0)
      .map(({ name, outcome, modifier }) => `${name}: ${outcome} (${modifier})`);
    const untested = tests.filter(({ modifier }) => modifier === null).map(({ name }) => name);
    const observed = [`${grade} with ${score} points`, ...lost].join('; ');
    return judgeObservations(
      [observeAnswer(page, 'grade A+', grade === 'A+', observed)],
      untested.length === 0 ? undefined : `Not tested from here: ${untested.join(', ')}.`,
    );
  },
};

const crossOrigin: AuditCheck = {
  id: 'CONF-03',
  title: 'Pages of other sites can’t read answers',
  category: 'configuration',
  kind: 'probe',
  severity: 'high',
  reach: 'unauthenticated',
  description: 'The server allows other origins to read what it answers.',
  impact: 'A page that a signed-in user opens elsewhere could read and send in that user’s name.',
  howTested:
    'Calls, preflights and media are asked for in the name of foreign, look-alike and empty origins.',
  recommendation: 'Send no Access-Control headers, neither in the server nor in the proxy.',
  effort: 'small',
  steps: [
    'Search the configuration of the proxy for Access-Control.',
    'Remove what allows origins.',
  ],
  changes: [],
  cwe: ['CWE-942'],
  owasp: ['A02:2025'],
  asvs: [{ id: 'v5.0.0-3.4.2', level: 1 }],
  components: ['All answers'],
  usualSeconds: 2,
  async run({ probe }) {
    const { host, protocol } = new URL(probe.origin);
    const origins = [
      foreignOrigin,
      'null',
      `${protocol}//${host}.audit.invalid`,
      `${protocol}//audit-${host}`,
      `${protocol === 'https:' ? 'http:' : 'https:'}//${host}`,
    ];
    const observations: Observation[] = [];
    for (const origin of origins) {
      for (const request of [
        { path: `${basePath}/videos` },
        { path: '/media/no-such-signature/init.mp4' },
        {
          path: `${basePath}/auth/login`,
          method: 'OPTIONS',
          headers: {
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,content-type,dpop',
          },
        },
      ]) {
        const answer = await probe.send({ ...request, headers: { ...request.headers, origin } });
        const allowed = answer.headers['access-control-allow-origin'];
        observations.push(
          observeAnswer(
            answer,
            'no Access-Control-Allow-Origin',
            allowed === undefined,
            allowed === undefined ? 'none' : `${allowed} for ${origin}`,
          ),
        );
      }
    }
    return judgeObservations(observations);
  },
};

const apiPages: AuditCheck = {
  id: 'CONF-12',
  title: 'The pages that describe the API have a policy of their own',
  category: 'configuration',
  kind: 'probe',
  severity: 'medium',
  reach: 'unauthenticated',
  description: 'The pages under /api/v1/docs are served with a policy that lets scripts in.',
  impact:
    'They share the origin of the web app: a script in them acts as the user who opened them.',
  howTested: 'The pages are fetched, and their policy is parsed.',
  recommendation: 'Serve these pages unchanged, or not at all.',
  effort: 'small',
  steps: ['Compare the policy at the server with the one behind your proxy.'],
  changes: [],
  cwe: ['CWE-693', 'CWE-1021'],
  owasp: ['A06:2025'],
  asvs: [{ id: 'v5.0.0-3.4.3', level: 2 }],
  components: ['API description'],
  usualSeconds: 1,
  async run({ probe }) {
    const observations: Observation[] = [];
    for (const path of [
      `${basePath}/docs`,
      `${basePath}/docs/`,
      `${basePath}/docs/static/index.html`,
    ]) {
      const page = await probe.send({ path });
      const isPage = (page.headers['content-type'] ?? '').startsWith('text/html');
      if (page.status !== 200 || !isPage) continue;
      const header = page.headers['content-security-policy'];
      // Swagger UI brings pictures and one style sheet of its own.
      for (const { rule, isMet } of judgeDocumentPolicy(header)) {
        observations.push(observeAnswer(page, rule, isMet, header ?? 'no policy'));
      }
    }
    return observations.length === 0
      ? notTested('This server describes its API on no page.')
      : judgeObservations(observations);
  },
};

const banners: AuditCheck = {
  id: 'CONF-13',
  title: 'Answers do not name the programs behind them',
  category: 'configuration',
  kind: 'probe',
  severity: 'low',
  reach: 'unauthenticated',
  description: 'Headers of answers name programs or their versions.',
  impact: 'It saves an attacker the search for the weaknesses of those versions.',
  howTested: 'Answers of each kind are searched for headers that name software.',
  recommendation: 'Switch such headers off in the proxy.',
  effort: 'small',
  steps: ['In nginx: server_tokens off.'],
  changes: [{ file: 'deploy/nginx', description: 'server_tokens off' }],
  cwe: ['CWE-497'],
  owasp: ['A01:2025'],
  asvs: [{ id: 'v5.0.0-13.4.6', level: 3 }],
  components: ['All answers'],
  usualSeconds: 1,
  async run({ probe }) {
    const observations: Observation[] = [];
    for (const request of publicAnswers.slice(4)) {
      const answer = await probe.send(request);
      const named = ['server', 'x-powered-by', 'x-aspnet-version', 'x-runtime', 'via'].flatMap(
        (name) => (answer.headers[name] === undefined ? [] : `${name}: ${answer.headers[name]}`),
      );
      observations.push(
        observeAnswer(
          answer,
          'no header that names software',
          named.length === 0,
          named.join('; '),
        ),
      );
    }
    return judgeObservations(observations);
  },
};

export const headerChecks: readonly AuditCheck[] = [
  headersOnAllAnswers,
  contentPolicy,
  crossOrigin,
  observatory,
  apiPages,
  banners,
];
