import { type AuditCheck, judgeObservations, notTested, observeFact } from './check.rules.ts';
import { judgeSupport, supportKnownAt } from './components.rules.ts';

const dayMs = 86_400_000;
const formatDay = (at: Date) => at.toISOString().slice(0, 10);

const supportedVersions: AuditCheck = {
  id: 'CONF-06',
  title: 'The programs below this server still get security updates',
  category: 'configuration',
  kind: 'host',
  severity: 'high',
  reach: 'unauthenticated',
  description: 'A program that this server runs on gets no security updates any more.',
  impact: 'Weaknesses that are found in it from now on stay open.',
  howTested: 'Versions are compared with a table of the ends of support, which names its day.',
  recommendation: 'Move to a version that is supported.',
  effort: 'medium',
  steps: ['Back up.', 'Install the newer version.', 'Start the server and look at its health.'],
  changes: [],
  cwe: ['CWE-1104'],
  owasp: ['A03:2025'],
  asvs: [{ id: 'v5.0.0-15.2.1', level: 1 }],
  components: ['Node.js', 'PostgreSQL', 'OpenSSL', 'ffmpeg'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const { version } = await ports.stored.describeDatabase();
    const programs = [...(await ports.host.listPrograms()), { name: 'PostgreSQL', version }];
    const judged = programs.map((one) => ({
      ...one,
      support: judgeSupport(one.name, one.version, now()),
    }));
    const unknown = judged.filter(({ support }) => support === 'unknown');
    const notes = [
      `The table is of ${formatDay(supportKnownAt)}.`,
      ...(unknown.length === 0
        ? []
        : [`It does not know ${unknown.map((one) => `${one.name} ${one.version}`).join(', ')}.`]),
    ];
    return judgeObservations(
      judged
        .filter(({ support }) => support !== 'unknown')
        .map(({ name, version: found, support }) =>
          observeFact({
            at: now(),
            looked: `version of ${name}`,
            expected: 'a version with security updates',
            observed: support === 'ended' ? `${found}, whose support has ended` : found,
            isAsExpected: support === 'supported',
            component: name,
          }),
        ),
      notes.join(' '),
    );
  },
};

const mostReportDays = 30;

const advisories: AuditCheck = {
  id: 'CONF-11',
  title: 'No package has a known weakness',
  category: 'configuration',
  kind: 'host',
  severity: 'high',
  reach: 'unauthenticated',
  description: 'The last report of npm audit names packages with weaknesses.',
  impact: 'They are published: anybody can look up how to use them.',
  howTested:
    'The report npm-audit.json in DATA_DIR is read, which the operator makes where there is a connection; this server asks nobody.',
  recommendation: 'Update the packages of the evidence.',
  effort: 'medium',
  steps: ['git pull', 'npm audit --json > DATA_DIR/npm-audit.json', 'Restart the server.'],
  changes: [{ file: 'package-lock.json', description: 'newer versions of the packages' }],
  cwe: ['CWE-1395'],
  owasp: ['A03:2025'],
  asvs: [{ id: 'v5.0.0-15.2.1', level: 1 }],
  components: ['Packages'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const report = await ports.host.findAdvisoryReport();
    if (!report) {
      return notTested(
        'There is no report of npm audit: write one with npm audit --json > DATA_DIR/npm-audit.json.',
      );
    }
    const days = Math.floor((now().getTime() - report.at.getTime()) / dayMs);
    const { critical, high, packages } = report;
    const found = observeFact({
      at: now(),
      looked: `report of ${formatDay(report.at)}`,
      expected: 'no critical and no high weakness',
      observed: `${critical} critical, ${high} high: ${packages.join(', ') || 'no package'}`,
      isAsExpected: critical + high === 0,
    });
    // Old news that is good says nothing about today.
    if (days > mostReportDays && critical + high === 0) {
      return notTested(`The report of npm audit is ${days} days old: make a new one.`);
    }
    return judgeObservations([found]);
  },
};

const mostLockfileDays = 180;

const lockfileAge: AuditCheck = {
  id: 'CONF-14',
  title: 'This installation was updated lately',
  category: 'configuration',
  kind: 'host',
  severity: 'low',
  reach: 'unauthenticated',
  description: 'The list of packages has not changed for half a year.',
  impact: 'Mended weaknesses of packages, and of this product, are still open here.',
  howTested:
    'The time of package-lock.json is read; a copy of the folder may have made it younger.',
  recommendation: 'Update this installation every month.',
  effort: 'small',
  steps: ['Stop it, back up, git pull, npm start.'],
  changes: [],
  cwe: ['CWE-1104'],
  owasp: ['A03:2025'],
  asvs: [{ id: 'v5.0.0-15.2.1', level: 1 }],
  components: ['Packages'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const at = await ports.host.findLockfileTime();
    if (!at) return notTested('There is no package-lock.json beside the code.');
    const days = Math.floor((now().getTime() - at.getTime()) / dayMs);
    return judgeObservations([
      observeFact({
        at: now(),
        looked: 'package-lock.json',
        expected: `changed within ${mostLockfileDays} days`,
        observed: `${days} days ago`,
        isAsExpected: days <= mostLockfileDays,
        isWarning: true,
      }),
    ]);
  },
};

export const componentChecks: readonly AuditCheck[] = [supportedVersions, advisories, lockfileAge];
