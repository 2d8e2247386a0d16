import { type AuditCheck, judgeObservations, notTested, observeFact } from './check.rules.ts';

const dayMs = 86_400_000;
/** As the reference has it. */
const mostKeyDays = 180;

const keyAge: AuditCheck = {
  id: 'CRYPT-07',
  title: 'The master key was replaced within half a year',
  category: 'crypto',
  kind: 'data',
  severity: 'low',
  reach: 'administrator',
  description: 'The master key is old, or its last replacement was never finished.',
  impact: 'A copy of the key that somebody made long ago still opens what is stored today.',
  howTested: 'The age of the key’s file is read, and how many keys it holds.',
  recommendation: 'Replace the master key twice a year, and when somebody with access leaves.',
  effort: 'small',
  steps: ['npm run keys:rotate -- --dry-run', 'npm run keys:rotate', 'Keep a copy of the new key.'],
  changes: [{ file: 'MASTER_KEY_FILE', description: 'holds the new key afterwards' }],
  cwe: ['CWE-324'],
  owasp: ['A04:2025'],
  asvs: [{ id: 'v5.0.0-13.3.4', level: 3 }],
  components: ['Master key'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const key = await ports.host.describeMasterKey();
    if (!key) return notTested('The file of the master key can’t be looked at.');
    const days = Math.floor((now().getTime() - key.changedAt.getTime()) / dayMs);
    return judgeObservations(
      [
        observeFact({
          at: now(),
          looked: 'age of the master key’s file',
          expected: `at most ${mostKeyDays} days`,
          observed: `${days} days`,
          isAsExpected: days <= mostKeyDays,
          isWarning: true,
        }),
        observeFact({
          at: now(),
          looked: 'keys in the file',
          expected: 'one, or more while they are being replaced',
          observed: `${key.keys}, since ${days} days`,
          isAsExpected: key.keys === 1 || days < 1,
        }),
      ],
      'Secrets that sign sessions and addresses live as long as the installation, sealed under this key.',
    );
  },
};

const changedCode: AuditCheck = {
  id: 'CONF-09',
  title: 'The code on this machine is the one that was delivered',
  category: 'configuration',
  kind: 'host',
  severity: 'medium',
  reach: 'administrator',
  description: 'Files of the program differ from those of its commit.',
  impact: 'Somebody changed what this server does, by a mistake or to misuse it.',
  howTested:
    'git compares the files with the commit that is checked out. Who can change files can also make a commit: compare its name with the one that you installed.',
  recommendation: 'Find out who changed the files, and put the delivered ones back.',
  effort: 'small',
  steps: ['git status', 'git diff', 'git stash, or git checkout of the release.'],
  changes: [],
  cwe: ['CWE-353', 'CWE-494'],
  owasp: ['A08:2025'],
  asvs: [{ id: 'v5.0.0-15.2.4', level: 3 }],
  components: ['Program files'],
  usualSeconds: 2,
  async run({ ports, now }) {
    const code = await ports.host.compareCode();
    if (!code) return notTested('This installation is no checkout of git, or git is missing.');
    const shown = code.changed.slice(0, 20).join(', ');
    return judgeObservations([
      observeFact({
        at: now(),
        looked: `files of commit ${code.commit}`,
        expected: 'none differs',
        observed: code.changed.length === 0 ? 'none' : `${code.changed.length}: ${shown}`,
        isAsExpected: code.changed.length === 0,
      }),
    ]);
  },
};

const watchedDays = 7;
/** Marks are also lost for a moment where a window is resized, or a browser is slow. */
const mostUncovered = 0.05;
/** Fainter, a mark does not survive a camera. */
const leastOpacityPercent = 10;

const watermarks: AuditCheck = {
  id: 'BIZ-06',
  title: 'Lessons play under watermarks',
  category: 'business_logic',
  kind: 'data',
  severity: 'medium',
  reach: 'any_user',
  description: 'The marks are too faint to be read, or players report that they were missing.',
  impact: 'A recording does not lead to who made it.',
  howTested: `The policy of the marks is read, and what players of the last ${watchedDays} days reported of theirs: evidence by browsers, which can be made up.`,
  recommendation: 'Raise the opacity, and look at the incidents of the videos in the evidence.',
  effort: 'small',
  steps: ['Open Settings → Playback.', 'Open Protect → Security for these videos.'],
  changes: [{ file: 'Settings', description: 'opacity of the watermark' }],
  cwe: ['CWE-693'],
  owasp: ['A06:2025'],
  asvs: [{ id: 'v5.0.0-2.3.2', level: 2 }],
  components: ['Watermarks'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const opacity = ports.settings.watermarkOpacityPercent;
    const since = new Date(now().getTime() - watchedDays * dayMs);
    const { reported, uncovered, videos } = await ports.stored.describeWatermarks(since);
    const policy = observeFact({
      at: now(),
      looked: 'opacity of the marks',
      expected: `at least ${leastOpacityPercent} %`,
      observed: `${opacity} %`,
      isAsExpected: opacity >= leastOpacityPercent,
      component: 'Policy of watermarks',
    });
    if (reported === 0) {
      return judgeObservations([policy], 'No player reported its marks in the last days.');
    }
    const share = uncovered / reported;
    return judgeObservations([
      policy,
      observeFact({
        at: now(),
        looked: `marks of ${reported} playbacks`,
        expected: `missing in at most ${mostUncovered * 100} %`,
        observed: `missing in ${uncovered}${videos.length > 0 ? `, most of ${videos.join(', ')}` : ''}`,
        isAsExpected: share <= mostUncovered,
        component: 'Playback',
      }),
    ]);
  },
};

export const upkeepChecks: readonly AuditCheck[] = [keyAge, changedCode, watermarks];
