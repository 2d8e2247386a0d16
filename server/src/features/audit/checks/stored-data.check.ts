import * as z from 'zod/mini';
import {
  type AuditCheck,
  judgeObservations,
  notTested,
  type Observation,
  observeFact,
} from './check.rules.ts';
import { judgeDataFile } from './stored-data.rules.ts';

const maskedNumbers: AuditCheck = {
  id: 'DATA-02',
  title: 'Phone numbers stay in the administration of users',
  category: 'data_protection',
  kind: 'data',
  severity: 'medium',
  reach: 'administrator',
  description: 'Events, alerts or other records hold whole phone numbers.',
  impact: 'People who may read those records, and copies of them, get numbers of users.',
  howTested:
    'A throwaway account signs in and fails to; then all records of that time are searched for its number.',
  recommendation: 'Record the id of the user, and at most the last digits of the number.',
  effort: 'medium',
  steps: ['Find what writes the record of the evidence.', 'Write the id in place of the number.'],
  changes: [],
  cwe: ['CWE-359'],
  owasp: ['A01:2025'],
  asvs: [
    { id: 'v5.0.0-14.2.6', level: 3 },
    { id: 'v5.0.0-16.2.5', level: 2 },
  ],
  components: ['Records'],
  usualSeconds: 3,
  async run({ principals, ports, probe, now }) {
    const since = new Date(now().getTime() - 60_000);
    const account = await principals.createAccount('LEARNER');
    await principals.signIn(account);
    await principals.trySignIn({ ...account, password: 'a wrong password of the audit' });
    // Facts that no transaction causes are shipped every half second.
    await probe.pause(2);
    const number = account.contactNumber.replace(/^\+/, '').slice(-10);
    const counts = await ports.stored.countMentions([number], since);
    return judgeObservations(
      counts.map(({ where, count }) =>
        observeFact({
          at: now(),
          looked: `${where}: rows with the whole number of a throwaway account`,
          expected: '0',
          observed: `${count}`,
          isAsExpected: count === 0,
          component: where,
        }),
      ),
    );
  },
};

const secretParameter =
  /^(?:password|token|access_?token|refresh_?token|secret|key|otp|code|sig|jwt)$/i;

const addressesWithSecrets: AuditCheck = {
  id: 'DATA-04',
  title: 'No call takes credentials in its address',
  category: 'data_protection',
  kind: 'config',
  severity: 'high',
  reach: 'any_user',
  description: 'A call takes a token or password as a part of its address.',
  impact: 'Addresses are stored in histories, logs and proxies.',
  howTested:
    'The parameters of all calls are compared with names of credentials. Media addresses are signed by design, live for hours, need a cookie besides and are never logged.',
  recommendation: 'Send credentials in headers or bodies.',
  effort: 'medium',
  steps: ['Move the parameter into the body of the call.'],
  changes: [{ file: 'contract/src/endpoints', description: 'the query of the call' }],
  cwe: ['CWE-598'],
  owasp: ['A06:2025'],
  asvs: [
    { id: 'v5.0.0-14.2.1', level: 1 },
    { id: 'v5.0.0-16.2.5', level: 2 },
  ],
  components: ['All calls'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const { endpoints } = ports.surface;
    const observations: Observation[] = [];
    for (const { method, path, query } of endpoints) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const inQuery = query instanceof z.ZodMiniObject ? Object.keys(query.def.shape) : [];
      const secret = [...inPath, ...inQuery].filter((name) => secretParameter.test(name));
      observations.push(
        observeFact({
          at: now(),
          looked: `parameters of ${method} ${path}`,
          expected: 'no credential',
          observed: secret.join(', ') || 'none',
          isAsExpected: secret.length === 0,
          component: `${method} ${path}`,
        }),
      );
    }
    return judgeObservations(observations, `${endpoints.length} calls were looked at.`);
  },
};

const fileModes: AuditCheck = {
  id: 'DATA-05',
  title: 'Other accounts of this machine can’t read the data',
  category: 'data_protection',
  kind: 'host',
  severity: 'high',
  reach: 'administrator',
  description: 'Files or folders of the data can be read or changed by other accounts.',
  impact: 'Every program on this machine can copy the master key or the data of users.',
  howTested: 'Permissions of the data folder, of what it holds and of the master key are read.',
  recommendation: 'Close the entries: 0711 for DATA_DIR, 0700 for folders in it, 0600 for the key.',
  effort: 'small',
  steps: [
    'Change the modes of the evidence as it says there, with chmod.',
    'Restart: the server closes the folders in DATA_DIR.',
  ],
  changes: [{ file: 'DATA_DIR', description: 'no access for other accounts' }],
  cwe: ['CWE-732', 'CWE-552'],
  owasp: ['A01:2025'],
  asvs: [
    { id: 'v5.0.0-13.3.2', level: 2 },
    { id: 'v5.0.0-16.4.2', level: 2 },
  ],
  components: ['DATA_DIR'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const files = await ports.host.listDataFiles();
    return judgeObservations(
      files.map((file) => {
        const { expected, isClosed } = judgeDataFile(file);
        return observeFact({
          at: now(),
          looked: `permissions of ${file.name}`,
          expected,
          observed: `0${file.mode.toString(8)}`,
          isAsExpected: isClosed,
          component: file.name,
        });
      }),
    );
  },
};

const sealedAtRest: AuditCheck = {
  id: 'DATA-07',
  title: 'Content keys and credentials are stored sealed',
  category: 'data_protection',
  kind: 'data',
  severity: 'high',
  reach: 'administrator',
  description: 'Values that must be sealed are stored openly, or under a key that is gone.',
  impact: 'A copy of the database is enough to decrypt videos or to act as this installation.',
  howTested:
    'The database counts the values that begin as ones sealed under the present master key do.',
  recommendation: 'Rotate the master key, which seals everything again.',
  effort: 'medium',
  steps: ['npm run keys:rotate -- --dry-run says what is sealed under which key.'],
  changes: [],
  cwe: ['CWE-312', 'CWE-522'],
  owasp: ['A06:2025'],
  asvs: [
    { id: 'v5.0.0-13.3.1', level: 2 },
    { id: 'v5.0.0-11.3.2', level: 1 },
  ],
  components: ['Sealed values'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const counts = await ports.stored.countSealedValues();
    return judgeObservations(
      counts.map(({ what, sealed, unsealed }) =>
        observeFact({
          at: now(),
          looked: what,
          expected: 'all sealed under a key of this instance',
          observed: `${sealed} sealed, ${unsealed} not`,
          isAsExpected: unsealed === 0,
          component: what,
        }),
      ),
    );
  },
};

const dayMs = 86_400_000;
/** Removal runs every hour; a day is for a server that was off. */
const graceDays = 2;

const retention: AuditCheck = {
  id: 'DATA-08',
  title: 'Records are removed when their time is over',
  category: 'data_protection',
  kind: 'data',
  severity: 'low',
  reach: 'administrator',
  description: 'Records are older than the settings allow.',
  impact: 'Data of users is kept longer than they were told, and is lost in a leak.',
  howTested: 'The oldest row of each kind is compared with its setting.',
  recommendation: 'See why the job that removes them does not run.',
  effort: 'small',
  steps: ['Look for errors of the retention job in the log.', 'See whether a worker runs.'],
  changes: [
    { file: 'EVENT_RETENTION_DAYS', description: 'as long as events are needed' },
    { file: 'SESSION_RETENTION_DAYS', description: 'as long as sign-ins are needed' },
  ],
  cwe: ['CWE-459'],
  owasp: ['A06:2025'],
  asvs: [{ id: 'v5.0.0-14.2.7', level: 3 }],
  components: ['Records'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const kinds = await ports.stored.listOldest();
    return judgeObservations(
      kinds.map(({ what, keptDays, oldest }) => {
        const days = oldest ? (now().getTime() - oldest.getTime()) / dayMs : 0;
        return observeFact({
          at: now(),
          looked: `oldest row of ${what}`,
          expected: `at most ${keptDays} days old`,
          observed: oldest ? `${Math.floor(days)} days` : 'none',
          isAsExpected: days <= keptDays + graceDays,
          component: what,
        });
      }),
    );
  },
};

const mostBackupDays = 2;

const backups: AuditCheck = {
  id: 'DATA-10',
  title: 'A backup was made lately',
  category: 'data_protection',
  kind: 'host',
  severity: 'medium',
  reach: 'administrator',
  description: 'The last backup that the operator’s job noted is old.',
  impact: 'After a broken disk or an attack, what users did since then is lost.',
  howTested:
    'The time of the file last-backup in DATA_DIR is read, which npm run backup writes at its end.',
  recommendation: 'Back up the database, the media and, apart from both, the master key every day.',
  effort: 'small',
  steps: ['Let a timer start: npm run backup (docs/backup.md).', 'Try to restore it once.'],
  changes: [
    {
      file: 'DATA_DIR/last-backup',
      description: 'written by each finished backup; other backups touch it',
    },
  ],
  cwe: ['CWE-693'],
  owasp: ['A06:2025'],
  // ASVS asks for no backups.
  asvs: [],
  components: ['Backups'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const at = await ports.host.findBackupTime();
    if (!at) {
      return notTested(
        'No backup has been made of this instance: start npm run backup every night, or let another backup touch last-backup in DATA_DIR.',
      );
    }
    const days = (now().getTime() - at.getTime()) / dayMs;
    return judgeObservations([
      observeFact({
        at: now(),
        looked: 'time of last-backup',
        expected: `at most ${mostBackupDays} days ago`,
        observed: `${days.toFixed(1)} days ago`,
        isAsExpected: days <= mostBackupDays,
      }),
    ]);
  },
};

export const storedDataChecks: readonly AuditCheck[] = [
  maskedNumbers,
  addressesWithSecrets,
  fileModes,
  sealedAtRest,
  retention,
  backups,
];
