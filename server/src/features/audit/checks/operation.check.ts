import { basePath } from '@prahari/contract';
import {
  type AuditCheck,
  judgeObservations,
  notTested,
  type Observation,
  observeAnswer,
  observeFact,
} from './check.rules.ts';
import { foreignFacts } from './operation.rules.ts';

const production: AuditCheck = {
  id: 'CONF-04',
  title: 'No tools of developers are open',
  category: 'configuration',
  kind: 'config',
  severity: 'high',
  reach: 'administrator',
  description: 'A debugger, a test mode, source maps or a talkative log are switched on.',
  impact: 'They show how the server works, or let somebody change what it does.',
  howTested:
    'Settings and the process are looked at, and usual addresses of such tools are asked for.',
  recommendation: 'Start the server without them.',
  effort: 'small',
  steps: [
    'Remove --inspect from NODE_OPTIONS.',
    'Switch the test mode off.',
    'Set LOG_LEVEL to info.',
  ],
  changes: [{ file: 'LOG_LEVEL', description: 'info or warn' }],
  cwe: ['CWE-489'],
  owasp: ['A02:2025'],
  asvs: [
    { id: 'v5.0.0-13.4.2', level: 2 },
    { id: 'v5.0.0-15.2.3', level: 2 },
  ],
  components: ['Server process'],
  usualSeconds: 2,
  async run({ probe, ports, now }) {
    const { isInspectorOpen } = await ports.host.describeProcess();
    const { testMode, logLevel } = ports.settings;
    const at = now();
    const observations: Observation[] = [
      observeFact({
        at,
        looked: 'debugger of the process',
        expected: 'closed',
        observed: isInspectorOpen ? 'open' : 'closed',
        isAsExpected: !isInspectorOpen,
        component: 'Server process',
      }),
      observeFact({
        at,
        looked: 'test mode of playback',
        expected: 'off',
        observed: testMode ? 'on' : 'off',
        isAsExpected: !testMode,
        component: 'System configuration',
      }),
      observeFact({
        at,
        looked: 'LOG_LEVEL',
        expected: 'info or less',
        observed: logLevel,
        isAsExpected: logLevel !== 'debug' && logLevel !== 'trace',
        isWarning: true,
        component: 'LOG_LEVEL',
      }),
    ];
    const control = await probe.send({ path: '/audit-no-such-page' });
    for (const path of [
      '/debug',
      '/_debug',
      '/__vite_ping',
      '/@vite/client',
      '/@fs/etc/passwd',
      '/actuator',
      '/graphql',
      '/phpinfo.php',
      '/gallery.html',
    ]) {
      const answer = await probe.send({ path });
      const isUnknown =
        answer.status >= 400 ||
        (answer.status === control.status && answer.text.length === control.text.length);
      observations.push(observeAnswer(answer, 'answered like any unknown address', isUnknown));
    }
    return judgeObservations(observations);
  },
};

const metricPaths = [
  '/metrics',
  '/health/deep',
  `${basePath}/metrics/current`,
  `${basePath}/metrics/performance`,
];

const operatorCalls: AuditCheck = {
  id: 'CONF-05',
  title: 'Metrics are for those who operate the server alone',
  category: 'configuration',
  kind: 'probe',
  severity: 'medium',
  reach: 'unauthenticated',
  description: 'Somebody outside can read metrics, or reset them.',
  impact: 'They show how much is used, which parts fail, and when an attack begins to work.',
  howTested:
    'Metrics are asked for as through a proxy, with forwarded addresses of this machine, by a browser of another site and with a foreign host; and reset without a session.',
  recommendation: 'Set METRICS_TOKEN, and let the proxy not pass these addresses on.',
  effort: 'small',
  steps: ['Set METRICS_TOKEN.', 'In nginx: return 404 for /metrics and /health/deep.'],
  changes: [{ file: 'METRICS_TOKEN', description: 'a long random text' }],
  cwe: ['CWE-497', 'CWE-749'],
  owasp: ['A01:2025'],
  asvs: [
    { id: 'v5.0.0-13.4.5', level: 2 },
    { id: 'v5.0.0-3.5.3', level: 1 },
  ],
  components: metricPaths,
  usualSeconds: 4,
  async run({ probe, principals }) {
    const observations: Observation[] = [];
    for (const path of metricPaths) {
      for (const headers of foreignFacts) {
        const answer = await probe.send({ path, headers });
        observations.push(
          observeAnswer(answer, '401, 403 or 404', [401, 403, 404].includes(answer.status)),
        );
      }
    }
    const learner = await principals.get('learner');
    const path = `${basePath}/metrics/reset`;
    for (const answer of [
      await probe.send({ path }),
      await probe.send({ path, method: 'POST' }),
      await learner.call({ path, method: 'POST' }),
    ]) {
      const isRefused = [401, 403, 404, 405].includes(answer.status);
      observations.push(observeAnswer(answer, 'refused', isRefused));
    }
    return judgeObservations(observations);
  },
};

const leastPrivilege: AuditCheck = {
  id: 'CONF-07',
  title: 'The server process may do little beyond its work',
  category: 'configuration',
  kind: 'host',
  severity: 'medium',
  reach: 'administrator',
  description: 'The process runs with rights that it does not need.',
  impact: 'A flaw in it, or in what it runs, becomes one of the whole machine.',
  howTested: 'The account, the rights to gain more and the rights over its own code are read.',
  recommendation: 'Run it as an account of its own, by the unit in deploy/systemd.',
  effort: 'small',
  steps: ['Use deploy/systemd.', 'Let another account own the code.'],
  changes: [{ file: 'deploy/systemd', description: 'User=, NoNewPrivileges=, ProtectSystem=' }],
  cwe: ['CWE-250', 'CWE-269'],
  owasp: ['A06:2025'],
  asvs: [
    { id: 'v5.0.0-13.2.2', level: 2 },
    { id: 'v5.0.0-15.2.5', level: 3 },
  ],
  components: ['Server process'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const facts = await ports.host.describeProcess();
    const at = now();
    return judgeObservations([
      observeFact({
        at,
        looked: 'account of the process',
        expected: 'not root',
        observed: facts.isRoot ? 'root' : 'another account',
        isAsExpected: !facts.isRoot,
      }),
      observeFact({
        at,
        looked: 'NoNewPrivs of the process',
        expected: '1',
        observed:
          facts.mayGainPrivileges === null
            ? 'not told by this system'
            : facts.mayGainPrivileges
              ? '0'
              : '1',
        isAsExpected: facts.mayGainPrivileges !== true,
        isWarning: true,
      }),
      observeFact({
        at,
        looked: 'rights over its own code',
        expected: 'it can’t be changed by the process',
        observed: facts.mayChangeCode ? 'it can be changed' : 'it can’t be changed',
        isAsExpected: !facts.mayChangeCode,
        isWarning: true,
      }),
    ]);
  },
};

const transport: AuditCheck = {
  id: 'CONF-08',
  title: 'Requests that are no proper HTTP are refused',
  category: 'configuration',
  kind: 'probe',
  severity: 'medium',
  reach: 'unauthenticated',
  description: 'The server accepts requests that proxies and it may read differently.',
  impact:
    'A request can hide in another one, past the rules of the proxy and in the name of others.',
  howTested:
    'Requests with two lengths, oversized headers, bare line ends and methods that show headers are sent on connections of their own.',
  recommendation: 'Leave the strict parser on, also in the proxy.',
  effort: 'small',
  steps: ['Remove --insecure-http-parser from NODE_OPTIONS.'],
  changes: [],
  cwe: ['CWE-770', 'CWE-444'],
  owasp: ['A06:2025'],
  asvs: [
    { id: 'v5.0.0-15.2.2', level: 2 },
    { id: 'v5.0.0-4.2.1', level: 2 },
    { id: 'v5.0.0-13.4.4', level: 2 },
  ],
  components: ['Web server'],
  usualSeconds: 6,
  async run({ probe, now }) {
    const { host } = new URL(probe.origin);
    const post = `POST ${basePath}/auth/login HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
    const smuggled = 'GET /version HTTP/1.1\r\nHost: a\r\n\r\n';
    const attempts = [
      {
        what: 'two lengths',
        bytes: `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      },
      {
        what: 'different lengths',
        bytes: `${post}Content-Length: 0\r\nContent-Length: 40\r\n\r\n${smuggled}`,
      },
      {
        what: 'a hidden encoding',
        bytes: `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
      },
      {
        what: 'bare line ends',
        bytes: `GET /version HTTP/1.1\nHost: ${host}\nConnection: close\n\n`,
      },
      {
        what: 'a header over lines',
        bytes: `GET /version HTTP/1.1\r\nHost: ${host}\r\nX-A: b\r\n c\r\nConnection: close\r\n\r\n`,
      },
      {
        what: 'oversized headers',
        bytes: `GET /version HTTP/1.1\r\nHost: ${host}\r\nX-A: ${'a'.repeat(70_000)}\r\n\r\n`,
      },
      {
        what: 'TRACE',
        bytes: `TRACE /version HTTP/1.1\r\nHost: ${host}\r\nX-Secret: canary\r\nConnection: close\r\n\r\n`,
      },
      {
        what: 'CONNECT',
        bytes: `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      },
    ];
    const observations: Observation[] = [];
    for (const { what, bytes } of attempts) {
      const answer = await probe.sendRaw(bytes);
      const isAnswered = answer.status !== undefined && answer.status < 400;
      const isTwice = (answer.text.match(/HTTP\/1\.1 \d{3}/g) ?? []).length > 1;
      observations.push(
        observeFact({
          at: answer.at,
          looked: `${what}: ${answer.shown.slice(0, 300)}`,
          expected: '4xx or the end of the connection, once',
          observed: `${answer.status ?? 'no answer'}${isTwice ? ', and a second answer' : ''}`,
          isAsExpected: !isAnswered && !isTwice && !answer.text.includes('canary'),
          component: what,
        }),
      );
    }
    const after = await probe.send({ path: '/version' });
    observations.push(
      observeAnswer(after, 'usual requests are answered meanwhile', after.status === 200),
    );
    return judgeObservations(
      observations,
      `Looked at ${now().toISOString().slice(0, 10)}; slow headers are not tried, as they take minutes.`,
    );
  },
};

/** The largest network of one owner is 10.0.0.0/8, or fd00::/8: two halves of all addresses are everybody. */
const leastNetworkBits = 8;

function namesStrangers(address: string): boolean {
  const [network, bits] = address.split('/');
  return network === '0.0.0.0' || network === '::' || Number(bits ?? 128) < leastNetworkBits;
}

const trustedProxies: AuditCheck = {
  id: 'CONF-15',
  title: 'Forwarded addresses are believed of known proxies alone',
  category: 'configuration',
  kind: 'config',
  severity: 'high',
  reach: 'unauthenticated',
  description: 'TRUST_PROXY names so many addresses that callers can choose their own.',
  impact: 'Limits for each address don’t hold, and records name the wrong one.',
  howTested: 'The addresses of TRUST_PROXY are read.',
  recommendation: 'Name the addresses of your proxies, and nothing else.',
  effort: 'small',
  steps: ['Set TRUST_PROXY to the address of the proxy.'],
  changes: [{ file: 'TRUST_PROXY', description: 'the addresses of your proxies' }],
  cwe: ['CWE-348'],
  owasp: ['A07:2025'],
  asvs: [{ id: 'v5.0.0-15.3.4', level: 2 }],
  components: ['TRUST_PROXY'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const { trustedProxies: proxies, isServedOverTls } = ports.settings;
    const at = now();
    const observations = proxies.map((address) =>
      observeFact({
        at,
        looked: 'TRUST_PROXY',
        expected: 'single addresses or small networks',
        observed: address,
        isAsExpected: !namesStrangers(address),
      }),
    );
    const isProxyUnknown = isServedOverTls && proxies.length === 0;
    return judgeObservations([
      ...observations,
      observeFact({
        at,
        looked: 'TRUST_PROXY with an https PUBLIC_URL',
        expected: 'the proxy that ends TLS is named',
        observed: isProxyUnknown
          ? 'none is: all callers share its address'
          : `${proxies.length} named`,
        isAsExpected: !isProxyUnknown,
        isWarning: true,
      }),
    ]);
  },
};

const databaseRole: AuditCheck = {
  id: 'CONF-16',
  title: 'The server’s account in the database has its own tables alone',
  category: 'configuration',
  kind: 'data',
  severity: 'medium',
  reach: 'administrator',
  description: 'The account may do more in the database server than this product needs.',
  impact: 'A flaw in a statement reaches other databases, files and programs of that server.',
  howTested: 'The database is asked what the role of this connection may do.',
  recommendation: 'Give this product a role of its own, without further rights.',
  effort: 'small',
  steps: ['ALTER ROLE … NOSUPERUSER NOCREATEROLE NOCREATEDB.'],
  changes: [{ file: 'DATABASE_URL', description: 'a role of its own' }],
  cwe: ['CWE-250', 'CWE-269'],
  owasp: ['A06:2025'],
  asvs: [{ id: 'v5.0.0-13.2.2', level: 2 }],
  components: ['Database'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const { isSuperuser, mayCreateRoles, isEmbedded } = await ports.stored.describeDatabase();
    if (isEmbedded) {
      return notTested(
        'The embedded database serves this product alone, and nothing else is in it.',
      );
    }
    const extra = [
      ...(isSuperuser ? ['superuser'] : []),
      ...(mayCreateRoles ? ['may create roles'] : []),
    ];
    return judgeObservations([
      observeFact({
        at: now(),
        looked: 'rights of the role of this connection',
        expected: 'none beyond its own database',
        observed: extra.join(', ') || 'none',
        isAsExpected: extra.length === 0,
      }),
    ]);
  },
};

export const operationChecks: readonly AuditCheck[] = [
  production,
  operatorCalls,
  leastPrivilege,
  transport,
  trustedProxies,
  databaseRole,
];
