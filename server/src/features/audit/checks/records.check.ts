import { randomUUID } from 'node:crypto';
import { basePath } from '@prahari/contract';
import {
  type AuditCheck,
  judgeObservations,
  notTested,
  observeAnswer,
  observeFact,
} from './check.rules.ts';
import { findBadLines } from './records.rules.ts';

/** Facts that no transaction causes are shipped every half second. */
const shippingSeconds = 2;

const completeRecords: AuditCheck = {
  id: 'LOG-01',
  title: 'Sign-ins and refusals are recorded',
  category: 'logging',
  kind: 'probe',
  severity: 'high',
  reach: 'unauthenticated',
  description: 'Something that an investigation needs is not recorded.',
  impact: 'An attack is noticed late, and what it reached is not known.',
  howTested:
    'A throwaway account signs in, fails to, and calls what it may not; the events about it and its login history are read.',
  recommendation: 'Record the missing fact where it happens.',
  effort: 'medium',
  steps: ['See whether events are written: /admin/performance/system-health.'],
  changes: [],
  cwe: ['CWE-778'],
  owasp: ['A09:2025'],
  asvs: [
    { id: 'v5.0.0-16.2.1', level: 2 },
    { id: 'v5.0.0-16.3.1', level: 2 },
    { id: 'v5.0.0-16.3.2', level: 2 },
  ],
  components: ['Events', 'Login history'],
  usualSeconds: 4,
  async run({ principals, ports, probe, now }) {
    const since = new Date(now().getTime() - 60_000);
    const account = await principals.createAccount('LEARNER');
    const principal = await principals.signIn(account);
    await principals.trySignIn({ ...account, password: 'a wrong password of the audit' });
    await principal.call({ path: `${basePath}/admin/users` });
    await probe.pause(shippingSeconds);
    const names = new Set(await ports.stored.listEventsOf(account.userId, since));
    const history = await principal.call({ path: `${basePath}/auth/login-history` });
    const expected = [
      ['a sign-in', 'session.opened'],
      ['a wrong password', 'sign-in.refused'],
      ['a refused call', 'call.refused'],
    ] as const;
    return judgeObservations([
      ...expected.map(([what, name]) =>
        observeFact({
          at: now(),
          looked: `events about ${what}`,
          expected: name,
          observed: names.has(name) ? name : `only ${[...names].join(', ') || 'nothing'}`,
          isAsExpected: names.has(name),
          component: what,
        }),
      ),
      observeAnswer(
        history,
        'the sign-in is in the login history',
        history.status === 200 && /"(?:items|entries)":\[\{/.test(history.text),
      ),
    ]);
  },
};

const noSecretsInRecords: AuditCheck = {
  id: 'LOG-02',
  title: 'Passwords and tokens are written nowhere',
  category: 'logging',
  kind: 'data',
  severity: 'high',
  reach: 'administrator',
  description: 'A password or token that was sent is found in a record or in the log.',
  impact: 'Anyone who reads logs, or a copy of them, can act as users.',
  howTested:
    'Marked passwords, tokens and addresses are sent; then records and the lines that this process logged meanwhile are searched for the marks.',
  recommendation: 'Leave the value out where the record of the evidence is written.',
  effort: 'medium',
  steps: ['Mend what writes it.', 'Remove what was written, and change the secrets.'],
  changes: [],
  cwe: ['CWE-532'],
  owasp: ['A09:2025'],
  asvs: [{ id: 'v5.0.0-16.2.5', level: 2 }],
  components: ['Records', 'Log'],
  usualSeconds: 4,
  async run({ principals, ports, probe, now }) {
    const since = new Date(now().getTime() - 60_000);
    const mark = `mark${randomUUID().replaceAll('-', '')}`;
    const log = ports.host.watchLog();
    let texts: string[] = [mark];
    try {
      const account = await principals.createAccount('LEARNER');
      const principal = await principals.signIn(account);
      texts = [mark, account.password, principal.accessToken.split('.')[2] ?? mark];
      await principals.trySignIn({ ...account, password: `wrong ${mark}` });
      await principal.call({ path: `${basePath}/videos?search=a&token=${mark}` });
      await principal.call({ path: `${basePath}/videos`, headers: { cookie: `session=${mark}` } });
      await probe.send({ path: `/media/${mark}/v180/init.mp4` });
      await probe.send({
        path: `${basePath}/users/profile/me`,
        headers: { authorization: `Bearer ${mark}` },
      });
      await probe.pause(shippingSeconds);
    } finally {
      log.stop();
    }
    const counts = await ports.stored.countMentions(texts, since);
    const lines = log.lines.filter((line) => texts.some((text) => line.includes(text)));
    return judgeObservations(
      [...counts, { where: 'log', count: lines.length }].map(({ where, count }) =>
        observeFact({
          at: now(),
          looked: `${where}: places with a marked secret`,
          expected: '0',
          observed: `${count}`,
          isAsExpected: count === 0,
          component: where,
        }),
      ),
      `${log.lines.length} lines were logged meanwhile.`,
    );
  },
};

const logInjection: AuditCheck = {
  id: 'LOG-03',
  title: 'Callers can’t write lines of the log',
  category: 'logging',
  kind: 'probe',
  severity: 'medium',
  reach: 'unauthenticated',
  description:
    'What a caller sends ends a line of the log and begins another, or is written whole.',
  impact: 'False lines hide an attack or accuse somebody else; long ones fill the disk.',
  howTested:
    'Line ends, control characters, ends of JSON and very long texts are sent as headers and addresses; each line that is logged must be one JSON object, and short.',
  recommendation: 'Write log lines as JSON, and cut what callers send.',
  effort: 'small',
  steps: ['Mend what writes the line of the evidence.'],
  changes: [{ file: 'LOG_LEVEL', description: 'info writes a line for each request' }],
  cwe: ['CWE-117'],
  owasp: ['A09:2025'],
  asvs: [{ id: 'v5.0.0-16.4.1', level: 2 }],
  components: ['Log'],
  usualSeconds: 2,
  async run({ probe, ports, now }) {
    const log = ports.host.watchLog();
    try {
      const texts = ['a\u001b[31mred', '","level":60,"msg":"false', 'a\\u2028b', 'x'.repeat(6000)];
      for (const text of texts) {
        await probe.send({
          path: `${basePath}/${encodeURIComponent(`\r\n{"msg":"false"}${text}`).slice(0, 4000)}`,
          headers: {
            'x-client-name': text.replace('\u001b', '\t'),
            'user-agent': text.replace('\u001b', '\t'),
          },
        });
      }
      await probe.sendRaw('GET /\r\n{"level":60,"msg":"false"}\r\n\r\n');
    } finally {
      log.stop();
    }
    if (log.lines.length === 0) {
      return notTested('At this LOG_LEVEL no line is written about requests.');
    }
    const bad = findBadLines(log.lines);
    return judgeObservations([
      observeFact({
        at: now(),
        looked: `${log.lines.length} lines of the log`,
        expected: 'one JSON object each, without control characters, of at most 8 KiB',
        observed: bad.length === 0 ? 'so it is' : `${bad.length} lines: ${bad[0]?.why}`,
        isAsExpected: bad.length === 0,
      }),
    ]);
  },
};

const auditTrail: AuditCheck = {
  id: 'LOG-04',
  title: 'The audit log can’t be changed',
  category: 'logging',
  kind: 'data',
  severity: 'high',
  reach: 'administrator',
  description: 'The database lets this server change or remove entries of the audit log.',
  impact: 'Anyone who gets into the server can remove the traces of that.',
  howTested:
    'A change and a removal of no entry are tried in transactions that are rolled back. Who owns the database can still change it: copies elsewhere protect against that.',
  recommendation: 'Restore the triggers that refuse changes.',
  effort: 'small',
  steps: ['Compare the triggers of the table with the migrations.'],
  changes: [],
  cwe: ['CWE-221', 'CWE-345'],
  owasp: ['A09:2025'],
  asvs: [{ id: 'v5.0.0-16.4.2', level: 2 }],
  components: ['Audit log'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const { appendOnly } = await ports.stored.describeDatabase();
    return judgeObservations(
      appendOnly.map(({ table, isRefused }) =>
        observeFact({
          at: now(),
          looked: `UPDATE and DELETE of ${table}, WHERE false`,
          expected: 'refused by the database',
          observed: isRefused ? 'refused' : 'allowed',
          isAsExpected: isRefused,
          component: table,
        }),
      ),
    );
  },
};

const mostReaderDelaySeconds = 60;

const alerting: AuditCheck = {
  id: 'LOG-05',
  title: 'Events are read, and rules of alerts are switched on',
  category: 'logging',
  kind: 'data',
  severity: 'medium',
  reach: 'administrator',
  description: 'No rule is enabled, or nothing has read events for a while.',
  impact: 'Attacks raise no alert.',
  howTested: 'Enabled rules are counted, and the delay of each reader of events is measured.',
  recommendation: 'Enable the rules of the product, and run a worker.',
  effort: 'small',
  steps: ['Look at the rules of alerts.', 'See whether a process with ROLE=worker or all runs.'],
  changes: [{ file: 'ROLE', description: 'all, or a worker beside' }],
  cwe: ['CWE-778'],
  owasp: ['A09:2025'],
  asvs: [
    { id: 'v5.0.0-16.3.3', level: 2 },
    { id: 'v5.0.0-16.4.3', level: 2 },
  ],
  components: ['Alerts'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const { enabledRules, readers } = await ports.stored.describeAlerting();
    const at = now();
    return judgeObservations([
      observeFact({
        at,
        looked: 'rules of alerts',
        expected: 'some are enabled',
        observed: `${enabledRules} enabled`,
        isAsExpected: enabledRules > 0,
        component: 'Rules of alerts',
      }),
      observeFact({
        at,
        looked: 'readers of events',
        expected: 'one at least has begun to read',
        observed: readers.map(({ name }) => name).join(', ') || 'none',
        isAsExpected: readers.length > 0,
        component: 'Readers of events',
      }),
      ...readers.map(({ name, delaySeconds }) =>
        observeFact({
          at,
          looked: `delay of the reader ${name}`,
          expected: `at most ${mostReaderDelaySeconds} s`,
          observed: `${Math.round(delaySeconds)} s`,
          isAsExpected: delaySeconds <= mostReaderDelaySeconds,
          component: name,
        }),
      ),
    ]);
  },
};

export const recordChecks: readonly AuditCheck[] = [
  completeRecords,
  noSecretsInRecords,
  logInjection,
  auditTrail,
  alerting,
];
