import { randomUUID } from 'node:crypto';
import { basePath, type Endpoint } from '@prahari/contract';
import * as z from 'zod/mini';
import type { ProbeAnswer } from '../probe/probe.adapter.ts';
import {
  type AuditCheck,
  judgeObservations,
  type Observation,
  observeAnswer,
  observeFact,
} from './check.rules.ts';
import {
  canaryFiles,
  injections,
  internalText,
  listTraversals,
  nestJson,
  wrongBodies,
} from './input.rules.ts';

const envelope = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const listAnswer = z.object({ data: z.object({ total: z.number() }) });

/** Tells whether an answer is a refusal of this API, and not of a program behind it. */
function isCleanRefusal(answer: ProbeAnswer): boolean {
  const isRefusal = answer.status >= 400 && answer.status < 500;
  return isRefusal && z.safeParse(envelope, answer.json).success && !internalText.test(answer.text);
}

/** Calls with a JSON body, which a body that fits none of them can't carry out. */
function listJsonCalls(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.filter(
    ({ method, body, access }) =>
      method !== 'GET' && access.kind === 'session' && body !== undefined && '_zod' in body,
  );
}

const mostFuzzed = 90;

const schemaFuzz: AuditCheck = {
  id: 'INPUT-01',
  title: 'Input that does not fit is refused by every call',
  category: 'input_validation',
  kind: 'probe',
  severity: 'high',
  reach: 'any_user',
  description: 'A call fails, or takes, input that its schema does not allow.',
  impact: 'Code that was written for other data runs on it; a failure may show internals.',
  howTested:
    'Every call with a JSON body gets a list, null, a text or broken JSON, and lists get impossible filters, as a learner and as an administrator.',
  recommendation: 'Describe the input of the call completely in the contract.',
  effort: 'medium',
  steps: ['Repeat the request of the evidence.', 'Add what is missing to the schema of that call.'],
  changes: [{ file: 'contract/src/endpoints', description: 'the schema of the call' }],
  cwe: ['CWE-20'],
  owasp: ['A05:2025'],
  asvs: [
    { id: 'v5.0.0-2.2.1', level: 1 },
    { id: 'v5.0.0-2.2.2', level: 1 },
    { id: 'v5.0.0-1.4.2', level: 2 },
  ],
  components: ['All calls'],
  usualSeconds: 12,
  async run({ principals, ports }) {
    const learner = await principals.get('learner');
    const administrator = await principals.get('administrator');
    const observations: Observation[] = [];
    const calls = listJsonCalls(ports.surface.endpoints).slice(0, mostFuzzed);
    for (const [at, { method, path, access }] of calls.entries()) {
      const isForLearners = access.kind === 'session' && access.roles.includes('LEARNER');
      const answer = await (isForLearners ? learner : administrator).call({
        method,
        path: `${basePath}${path.replace(/\{\w+\}/g, randomUUID())}`,
        headers: { 'content-type': 'application/json' },
        body: wrongBodies[at % wrongBodies.length] ?? '[]',
      });
      observations.push(observeAnswer(answer, '4xx in the error envelope', isCleanRefusal(answer)));
    }
    for (const query of [
      'page=NaN',
      'page=-1',
      'page=1e309',
      'limit=999999999999999999999',
      'sortBy=passwordHash',
      'sortOrder=sideways',
      'sortBy[$ne]=name&sortBy=name;drop',
      'status=%00',
      'createdFrom=yesterday',
    ]) {
      const answer = await administrator.call({ path: `${basePath}/admin/users?${query}` });
      observations.push(
        observeAnswer(
          answer,
          '4xx in the error envelope',
          isCleanRefusal(answer),
          `${answer.status} for ${query}`,
        ),
      );
    }
    return judgeObservations(observations, `${calls.length} calls with a body were tried.`);
  },
};

/** None of the statements sleeps for less. */
const sleptMs = 3500;

const queryInjection: AuditCheck = {
  id: 'INPUT-02',
  title: 'Search, filters and order run no statements of callers',
  category: 'input_validation',
  kind: 'probe',
  severity: 'critical',
  reach: 'any_user',
  description: 'What a caller searches for becomes a part of a statement of the database.',
  impact: 'A caller can read and change everything that the database holds.',
  howTested:
    'Lists are searched with parts of statements, wildcards and delays; a search must find what contains the text literally, and take its usual time.',
  recommendation: 'Pass values as parameters, and choose columns from a list.',
  effort: 'medium',
  steps: ['Repeat the request of the evidence.', 'Replace the composed statement by parameters.'],
  changes: [],
  cwe: ['CWE-89'],
  owasp: ['A05:2025'],
  asvs: [{ id: 'v5.0.0-1.2.4', level: 1 }],
  components: ['Lists and searches'],
  usualSeconds: 5,
  async run({ principals }) {
    const learner = await principals.get('learner');
    const administrator = await principals.get('administrator');
    const observations: Observation[] = [];
    for (const { principal, path } of [
      { principal: learner, path: `${basePath}/videos` },
      { principal: administrator, path: `${basePath}/admin/users` },
      { principal: administrator, path: `${basePath}/admin/alerts/list` },
    ]) {
      for (const text of injections) {
        const query = `search=${encodeURIComponent(text)}&limit=1`;
        const answer = await principal.call({ path: `${path}?${query}` });
        const list = z.safeParse(listAnswer, answer.json);
        const total = list.success ? list.data.data.total : undefined;
        const isLiteral = total === undefined ? answer.status < 500 : total === 0;
        const isPrompt = answer.durationMs < sleptMs;
        observations.push(
          observeAnswer(
            answer,
            'nothing is found, at once, without an error',
            answer.status < 500 && isLiteral && isPrompt && !internalText.test(answer.text),
            `${answer.status}, ${total ?? 'no'} found in ${Math.round(answer.durationMs)} ms for ${text}`,
          ),
        );
      }
      const order = await principal.call({ path: `${path}?sortBy=password` });
      observations.push(
        observeAnswer(
          order,
          '400, or the order is ignored',
          order.status < 500 && !internalText.test(order.text),
        ),
      );
    }
    return judgeObservations(observations);
  },
};

const markup = '"><img src=x onerror=audit()>';

const inertMarkup: AuditCheck = {
  id: 'INPUT-03',
  title: 'Markup that users store or send stays text',
  category: 'input_validation',
  kind: 'probe',
  severity: 'high',
  reach: 'any_user',
  description: 'Markup of a user comes back in a form that browsers run.',
  impact: 'A script of one user runs in the page of another, with that user’s rights.',
  howTested:
    'Markup is stored as the name of a throwaway account and sent as browser and path; answers must be JSON that no browser takes for a page.',
  recommendation: 'Answer data as JSON with nosniff, and write it into pages as text.',
  effort: 'medium',
  steps: ['Find what writes the text into HTML.', 'Write it as text.'],
  changes: [],
  cwe: ['CWE-79', 'CWE-80'],
  owasp: ['A05:2025'],
  asvs: [
    { id: 'v5.0.0-1.2.1', level: 1 },
    { id: 'v5.0.0-3.2.1', level: 1 },
    { id: 'v5.0.0-3.2.2', level: 1 },
  ],
  components: ['Profiles', 'Sessions', 'Error answers', 'Web app'],
  usualSeconds: 2,
  async run({ probe, principals }) {
    const account = await principals.create('LEARNER');
    const headers = {
      'content-type': 'application/json',
      'user-agent': markup,
      'x-client-name': markup,
    };
    const path = `${basePath}/users/profile/me`;
    const answers = [
      await account.call({ method: 'PUT', path, headers, body: JSON.stringify({ name: markup }) }),
      await account.call({ path }),
      await account.call({ path: `${basePath}/auth/sessions`, headers }),
      await account.call({ path: `${basePath}/auth/login-history`, headers }),
      await probe.send({ path: `${basePath}/${encodeURIComponent(markup)}` }),
      await probe.send({
        path: `/search?q=${encodeURIComponent(markup)}`,
        headers: { accept: 'text/html' },
      }),
    ];
    return judgeObservations(
      answers.map((answer) => {
        const type = answer.headers['content-type'] ?? '';
        const isInert = type.startsWith('application/json')
          ? answer.headers['x-content-type-options'] === 'nosniff'
          : !answer.text.includes('<img src=x');
        return observeAnswer(
          answer,
          'JSON with nosniff, or a page without it',
          isInert,
          `${answer.status} ${type}`,
        );
      }),
    );
  },
};

const traversal: AuditCheck = {
  id: 'INPUT-04',
  title: 'No address leads to files outside their folders',
  category: 'input_validation',
  kind: 'probe',
  severity: 'critical',
  reach: 'unauthenticated',
  description: 'An address with steps upwards is answered with a file of this machine.',
  impact: 'Everybody can read settings, keys and data of the server.',
  howTested: 'Many spellings of steps upwards are sent to everything that serves files.',
  recommendation: 'Look files up in a list, and never join paths of callers.',
  effort: 'medium',
  steps: ['Repeat the request of the evidence at the server, and at the proxy.'],
  changes: [],
  cwe: ['CWE-22'],
  owasp: ['A01:2025'],
  asvs: [
    { id: 'v5.0.0-5.3.2', level: 1 },
    { id: 'v5.0.0-5.4.1', level: 2 },
  ],
  components: ['Web app', 'Media', 'API description'],
  usualSeconds: 5,
  async run({ probe }) {
    const observations: Observation[] = [];
    for (const path of listTraversals()) {
      const answer = await probe.send({ path });
      const isFile = canaryFiles.some(({ mark }) => mark.test(answer.text));
      observations.push(
        observeAnswer(
          answer,
          'no file of this machine',
          answer.status < 500 && !isFile,
          isFile ? `${answer.status} with the file` : `${answer.status}`,
        ),
      );
    }
    return judgeObservations(observations);
  },
};

const pollution: AuditCheck = {
  id: 'INPUT-09',
  title: 'Bodies and queries can’t change how objects work',
  category: 'input_validation',
  kind: 'probe',
  severity: 'medium',
  reach: 'any_user',
  description: 'Input reaches the prototype of objects, or is read in two ways.',
  impact: 'Other code of the server decides by what a caller sent.',
  howTested:
    'Bodies with __proto__, constructor, lists for texts, depth and excess size, and repeated parameters are sent; then the server’s own objects are looked at.',
  recommendation: 'Refuse such input when it is read.',
  effort: 'small',
  steps: ['Repeat the request of the evidence.', 'Refuse it in the parser.'],
  changes: [],
  cwe: ['CWE-1321', 'CWE-235'],
  owasp: ['A08:2025'],
  asvs: [
    { id: 'v5.0.0-15.3.6', level: 2 },
    { id: 'v5.0.0-15.3.7', level: 2 },
    { id: 'v5.0.0-1.5.3', level: 3 },
  ],
  components: ['All calls with a body'],
  usualSeconds: 3,
  async run({ principals, now }) {
    const account = await principals.create('LEARNER');
    const path = `${basePath}/users/profile/me`;
    const put = (body: string) =>
      account.call({ method: 'PUT', path, headers: { 'content-type': 'application/json' }, body });
    const answers = [
      await put('{"name":"A","__proto__":{"auditPolluted":"yes"}}'),
      await put('{"name":"A","constructor":{"prototype":{"auditPolluted":"yes"}}}'),
      await put('{"name":["A","B"]}'),
      await put('{"name":{"toString":"A"}}'),
      await put(nestJson(5000)),
      await put(`{"name":"${'A'.repeat(2_000_000)}"}`),
      await account.call({ path: `${basePath}/videos?limit=1&limit=2` }),
      await account.call({ path: `${basePath}/videos?limit[]=1&limit[__proto__]=2&page=1&page=x` }),
    ];
    const observations = answers.map((answer) =>
      observeAnswer(answer, 'refused with 4xx', isCleanRefusal(answer)),
    );
    // Audits run in the process that answers: what it did to its objects is seen here.
    const isPolluted = 'auditPolluted' in {};
    observations.push(
      observeFact({
        at: now(),
        looked: 'a new object of this process',
        expected: 'no property of callers',
        observed: isPolluted ? 'auditPolluted' : 'none',
        isAsExpected: !isPolluted,
        component: 'Object.prototype',
      }),
    );
    return judgeObservations(observations);
  },
};

export const inputChecks: readonly AuditCheck[] = [
  schemaFuzz,
  queryInjection,
  inertMarkup,
  traversal,
  pollution,
];
