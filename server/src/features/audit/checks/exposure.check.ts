import { randomUUID } from 'node:crypto';
import { basePath, type Endpoint, parseContentPolicy } from '@prahari/contract';
import type { ProbeAnswer } from '../probe/probe.adapter.ts';
import {
  type AuditCheck,
  judgeObservations,
  notTested,
  type Observation,
  observeAnswer,
} from './check.rules.ts';
import { findSecretFields, strayPaths } from './exposure.rules.ts';
import { fetchPage, noPage } from './headers.check.ts';

const thirdParties: AuditCheck = {
  id: 'DATA-09',
  title: 'Pages load nothing from other sites',
  category: 'data_protection',
  kind: 'probe',
  severity: 'medium',
  reach: 'unauthenticated',
  description: 'The web app loads scripts, styles, fonts or pictures from other sites.',
  impact: 'Those sites learn who watches, and those who control them control the page.',
  howTested: 'The first page, its style sheets and its policy are searched for foreign addresses.',
  recommendation: 'Serve every file from this origin.',
  effort: 'small',
  steps: ['Find the file that names the foreign address.', 'Put a copy into the web app.'],
  changes: [],
  cwe: ['CWE-829'],
  owasp: ['A08:2025'],
  asvs: [
    { id: 'v5.0.0-3.6.1', level: 3 },
    { id: 'v5.0.0-14.2.3', level: 2 },
  ],
  components: ['Web app'],
  usualSeconds: 2,
  async run(tools) {
    const { probe } = tools;
    const page = await fetchPage(tools);
    if (!page) return notTested(noPage);
    const isForeign = (address: string) =>
      URL.canParse(address, probe.origin) &&
      /^https?:$/.test(new URL(address, probe.origin).protocol) &&
      new URL(address, probe.origin).origin !== new URL(probe.origin).origin;
    const named = [
      ...page.text.matchAll(/<(?:script|link|img|iframe|source|video|audio)\b[^>]*>/gi),
    ]
      .map(([tag]) => /\b(?:src|href)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? '')
      .filter((address) => address !== '');
    const foreign = named.filter(isForeign);
    const observations: Observation[] = [
      observeAnswer(page, 'no address of another site', foreign.length === 0, foreign.join(', ')),
    ];
    const sheets = named.filter((address) => /\.css(?:\?|$)/.test(address) && !isForeign(address));
    for (const path of sheets.slice(0, 5)) {
      const sheet = await probe.send({ path: new URL(path, probe.origin).pathname });
      const loaded = [
        ...sheet.text.matchAll(/(?:url\(|@import)\s*["']?((?:https?:)?\/\/[^"')\s]+)/gi),
      ]
        .map(([, address]) => address ?? '')
        .filter(isForeign);
      observations.push(
        observeAnswer(sheet, 'no address of another site', loaded.length === 0, loaded.join(', ')),
      );
    }
    const policy = parseContentPolicy(page.headers['content-security-policy']);
    for (const [directive, sources] of policy ?? []) {
      const others = sources
        .filter((source) => /^(?:https?:\/\/|\*|https?:$)/.test(source))
        .filter((source) => !URL.canParse(source) || isForeign(source));
      if (others.length === 0) continue;
      // An operator may send browser errors to a service of their choice.
      const isWarning = directive === 'connect-src';
      const observation = observeAnswer(
        page,
        `${directive} of this origin only`,
        false,
        others.join(' '),
      );
      observations.push({ ...observation, isWarning });
    }
    return judgeObservations(observations);
  },
};

const caching: AuditCheck = {
  id: 'DATA-03',
  title: 'Answers with data of users are not stored by browsers and proxies',
  category: 'data_protection',
  kind: 'probe',
  severity: 'medium',
  reach: 'any_user',
  description: 'Answers to signed-in users may be stored on their way.',
  impact: 'On a shared computer or behind a cache the next person can read them.',
  howTested:
    'Calls of a learner and an administrator, good and refused ones, are searched for no-store.',
  recommendation: 'Leave Cache-Control of the calls as the server sends it.',
  effort: 'small',
  steps: ['Switch off rules of the proxy that cache what lies under /api.'],
  changes: [],
  cwe: ['CWE-525'],
  owasp: ['A06:2025'],
  asvs: [
    { id: 'v5.0.0-14.3.2', level: 2 },
    { id: 'v5.0.0-14.2.2', level: 2 },
  ],
  components: ['All calls'],
  usualSeconds: 2,
  async run({ probe, principals }) {
    const learner = await principals.get('learner');
    const administrator = await principals.get('administrator');
    const answers = [
      await learner.call({ path: `${basePath}/users/profile/me` }),
      await learner.call({ path: `${basePath}/auth/validate` }),
      await learner.call({ path: `${basePath}/videos` }),
      await learner.call({ path: `${basePath}/admin/users` }),
      await learner.call({ path: `${basePath}/drm/fairplay/certificate` }),
      await administrator.call({ path: `${basePath}/admin/users?limit=1` }),
      await administrator.call({ path: `${basePath}/admin/home` }),
      await probe.send({ path: `${basePath}/users/profile/me` }),
    ];
    return judgeObservations(
      answers.map((answer) => {
        const given = answer.headers['cache-control'] ?? 'no Cache-Control';
        return observeAnswer(answer, 'Cache-Control: no-store', /\bno-store\b/.test(given), given);
      }),
    );
  },
};

/** At most so many calls of each role, the first of the contract. */
const mostReadCalls = 40;

/** Lists calls that only read and need no id, for a role. */
function listPlainReads(endpoints: readonly Endpoint[], role: 'LEARNER' | 'ADMIN'): string[] {
  return endpoints
    .filter(({ method, path, access, data }) => {
      const isStream = typeof data === 'object' && ('file' in data || 'text' in data);
      const isOpen = access.kind === 'session' && access.roles.includes(role);
      return method === 'GET' && !path.includes('{') && isOpen && !isStream;
    })
    .map(({ path }) => `${basePath}${path}`)
    .slice(0, mostReadCalls);
}

const secretsInAnswers: AuditCheck = {
  id: 'DATA-01',
  title: 'Answers hold no secrets and no paths of this machine',
  category: 'data_protection',
  kind: 'probe',
  severity: 'high',
  reach: 'any_user',
  description: 'An answer holds a password hash, a key, another secret or a path of this machine.',
  impact: 'Anyone who may make that call, or sees its answer on the way, has the secret.',
  howTested:
    'Every call that only reads is made as a learner and as an administrator; names and values of all fields are searched.',
  recommendation: 'Take the field out of what the call answers.',
  effort: 'small',
  steps: ['Find the field in the schema of the call.', 'Remove it, and change the secret.'],
  changes: [],
  cwe: ['CWE-200', 'CWE-201'],
  owasp: ['A01:2025'],
  asvs: [
    { id: 'v5.0.0-15.3.1', level: 1 },
    { id: 'v5.0.0-14.2.6', level: 3 },
  ],
  components: ['All calls that read'],
  usualSeconds: 8,
  async run({ principals, ports }) {
    const observations: Observation[] = [];
    for (const [name, role] of [
      ['learner', 'LEARNER'],
      ['administrator', 'ADMIN'],
    ] as const) {
      const principal = await principals.get(name);
      for (const path of listPlainReads(ports.surface.endpoints, role)) {
        // Server-sent events never end.
        if (path.endsWith('/live')) continue;
        const answer = await principal.call({ path });
        const found = findSecretFields(answer.json);
        observations.push(
          observeAnswer(answer, 'no secret field', found.length === 0, found.join(', ')),
        );
      }
    }
    return judgeObservations(observations);
  },
};

const strayFiles: AuditCheck = {
  id: 'DATA-06',
  title: 'No files besides the web app can be fetched',
  category: 'data_protection',
  kind: 'probe',
  severity: 'high',
  reach: 'unauthenticated',
  description:
    'A file that is not part of the web app is answered: source, settings, data or copies.',
  impact: 'Sources and settings show weaknesses and secrets; data and copies are the loss itself.',
  howTested:
    'Usual names of such files are asked for; each must be answered exactly like a name that nothing can have.',
  recommendation: 'Serve nothing but the built web app.',
  effort: 'small',
  steps: ['Remove the file, or the rule of the proxy that serves it.'],
  changes: [],
  cwe: ['CWE-538', 'CWE-548'],
  owasp: ['A01:2025'],
  asvs: [
    { id: 'v5.0.0-13.4.1', level: 1 },
    { id: 'v5.0.0-13.4.3', level: 2 },
    { id: 'v5.0.0-13.4.7', level: 3 },
  ],
  components: ['Web app'],
  usualSeconds: 4,
  async run({ probe }) {
    // Proofs' nonces change, and errors name the path that was asked for.
    const formOf = (text: string) =>
      text.replace(/"(?:path|timestamp|correlationId)":"[^"]*"/g, '');
    const sign = ({ status, headers, text }: ProbeAnswer) =>
      `${status} ${headers['content-type'] ?? ''} ${formOf(text).length}`;
    const unknown = new Set<string>();
    for (const folder of ['', '/media', '/assets']) {
      unknown.add(sign(await probe.send({ path: `${folder}/${randomUUID()}` })));
    }
    const observations: Observation[] = [];
    for (const path of strayPaths) {
      const answer = await probe.send({ path });
      const isRefused = answer.status === 403 || answer.status === 404;
      observations.push(
        observeAnswer(
          answer,
          'refused, or answered like any unknown address',
          isRefused || unknown.has(sign(answer)),
          `${answer.status} ${answer.headers['content-type'] ?? ''}`,
        ),
      );
    }
    return judgeObservations(observations);
  },
};

export const exposureChecks: readonly AuditCheck[] = [
  secretsInAnswers,
  caching,
  strayFiles,
  thirdParties,
];
