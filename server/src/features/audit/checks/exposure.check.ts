import { basePath, parseContentPolicy } from '@prahari/contract';
import {
  type AuditCheck,
  judgeObservations,
  notTested,
  type Observation,
  observeAnswer,
} from './check.rules.ts';
import { fetchPage, noPage } from './headers.check.ts';

const thirdParties: AuditCheck = {
  id: 'DATA-09',
  title: 'Pages load nothing from other sites',
  category: 'data_protection',
  kind: 'probe',
  severity: 'medium',
  reach: 'unauthenticated',
  description: 'The web app loads scripts, styles, fonts or pictures from other sites.',
  impact: 'Those sites learn who watches, and whoever controls them controls the page.',
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

export const exposureChecks: readonly AuditCheck[] = [thirdParties, caching];
