import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AuditPorts, DatabaseFacts, ProcessFacts, TlsFacts } from '../ports.ts';
import type { AuditCheck, CheckTools } from './check.rules.ts';
import { componentChecks } from './components.check.ts';
import { containmentChecks } from './containment.check.ts';
import { cryptoChecks } from './crypto.check.ts';
import { operationChecks } from './operation.check.ts';
import { recordChecks } from './records.check.ts';
import { storedDataChecks } from './stored-data.check.ts';
import { upkeepChecks } from './upkeep.check.ts';

const now = new Date('2026-01-15T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

const database: DatabaseFacts = {
  version: '17.2',
  isSuperuser: false,
  mayCreateRoles: false,
  isEncrypted: true,
  isLocal: false,
  isEmbedded: false,
  appendOnly: [{ table: 'admin_audit', isRefused: true }],
};
const processFacts: ProcessFacts = {
  isRoot: false,
  mayGainPrivileges: false,
  mayChangeCode: false,
  isInspectorOpen: false,
  logsUncaught: true,
  survivesUncaught: false,
};
const tls: TlsFacts = {
  protocol: 'TLSv1.3',
  distrust: null,
  expiresAt: daysAgo(-60),
  acceptsOldProtocols: false,
};

const missing = (): never => {
  throw new Error('this check asks for nothing else');
};

/** What a well-run installation tells. */
const well: AuditPorts = {
  throwaway: { create: missing, removeAll: missing },
  decideWithoutDatabase: missing,
  surface: { endpoints: [], routes: missing },
  findPlayableVideo: missing,
  accounts: {
    countSharedPasswords: missing,
    countDemoAccounts: missing,
    countAdministratorsWithoutFactor: missing,
  },
  makeSessionSecret: missing,
  publicUrl: 'https://learn.example.org',
  settings: {
    accessTokenSeconds: 900,
    refreshTokenSeconds: 604_800,
    videoAccessSeconds: 3600,
    sessionDays: 30,
    isServedOverTls: true,
    nodeEnvironment: 'production',
    requireSecondFactor: true,
    sendsCodes: false,
    devicesPerLearner: 1,
    testMode: false,
    watermarkOpacityPercent: 34,
    isMetricsTokenSet: true,
    trustsProxy: true,
    logLevel: 'info',
    isOpenToNetworks: false,
    trustedProxies: ['127.0.0.1'],
    objectStore: 'encrypted',
    secrets: [
      { purpose: 'a', bytes: 32, sha256: 'aa' },
      { purpose: 'b', bytes: 32, sha256: 'bb' },
    ],
  },
  stored: {
    countPasswordHashes: async () => [{ method: '$argon2id$v=19$m=65536,t=3,p=1', count: 9 }],
    countSealedValues: async () => [{ what: 'content keys', sealed: 3, unsealed: 0 }],
    countRepeatedIvs: async () => 0,
    describeDatabase: async () => database,
    listOldest: async () => [{ what: 'events', keptDays: 400, oldest: daysAgo(400) }],
    describeAlerting: async () => ({
      enabledRules: 40,
      readers: [{ name: 'alerts', delaySeconds: 1 }],
    }),
    countMentions: missing,
    listEventsOf: missing,
    countTornImports: async () => 0,
    describeWatermarks: async () => ({ reported: 100, uncovered: 5, videos: ['Light'] }),
  },
  host: {
    listDataFiles: async () => [{ name: 'media', mode: 0o750, kind: 'shared' }],
    describeProcess: async () => processFacts,
    listPrograms: async () => [{ name: 'Node.js', version: '24.21.0' }],
    findLockfileTime: async () => daysAgo(10),
    findAdvisoryReport: async () => ({ at: daysAgo(2), critical: 0, high: 0, packages: [] }),
    findBackupTime: async () => daysAgo(1),
    describeMasterKey: async () => ({ changedAt: daysAgo(180), keys: 1 }),
    compareCode: async () => ({ commit: 'abc', changed: [] }),
    examineMedia: undefined,
    watchLog: missing,
  },
  outgoing: {
    allowedPrivate: [],
    inspectTls: async () => tls,
    askPlainly: async () => ({ status: 301, location: 'https://learn.example.org/' }),
    isLicenceAddressRefused: missing,
    askLicenceService: missing,
    formatExportLine: missing,
  },
};

/** The parts in which an installation differs from that one. */
interface Change {
  readonly publicUrl?: string | undefined;
  readonly settings?: Partial<AuditPorts['settings']>;
  readonly stored?: Partial<AuditPorts['stored']>;
  readonly host?: Partial<AuditPorts['host']>;
  readonly outgoing?: Partial<AuditPorts['outgoing']>;
}

/** These checks send nothing, and use no account. */
function toolsOf(change: Change): CheckTools {
  return {
    ports: {
      ...well,
      publicUrl: 'publicUrl' in change ? change.publicUrl : well.publicUrl,
      settings: { ...well.settings, ...change.settings },
      stored: { ...well.stored, ...change.stored },
      host: { ...well.host, ...change.host },
      outgoing: { ...well.outgoing, ...change.outgoing },
    },
    probe: {
      origin: 'https://learn.example.org',
      send: missing,
      sendRaw: missing,
      sendTogether: missing,
      drip: missing,
      pause: missing,
    },
    principals: {
      get: missing,
      create: missing,
      createAccount: missing,
      signIn: missing,
      trySignIn: missing,
      callFrom: missing,
    },
    now: () => now,
    signal: new AbortController().signal,
  };
}

const checks = new Map<string, AuditCheck>(
  [
    ...cryptoChecks,
    ...storedDataChecks,
    ...operationChecks,
    ...componentChecks,
    ...recordChecks,
    ...upkeepChecks,
    ...containmentChecks,
  ].map((check) => [check.id, check]),
);
const run = async (id: string, change: Change) =>
  (await checks.get(id)?.run(toolsOf(change)))?.status;

it.each([
  ['CRYPT-01'],
  ['CRYPT-02'],
  ['CRYPT-04'],
  ['CRYPT-05'],
  ['CRYPT-06'],
  ['CRYPT-08'],
  ['DATA-05'],
  ['DATA-07'],
  ['DATA-08'],
  ['DATA-10'],
  ['CONF-06'],
  ['CONF-07'],
  ['CONF-11'],
  ['CONF-14'],
  ['CONF-15'],
  ['CONF-16'],
  ['LOG-04'],
  ['LOG-05'],
  ['CRYPT-07'],
  ['CONF-09'],
  ['BIZ-06'],
  ['ERR-04'],
])('%s passes where all is well', async (id) => {
  expect(await run(id, {})).toBe('passed');
});

const secretOf = (bytes: number, sha256: string) => ({ purpose: randomUUID(), bytes, sha256 });
const stored = (part: Partial<AuditPorts['stored']>) => ({ stored: part });
const host = (part: Partial<AuditPorts['host']>) => ({ host: part });
const settings = (part: Partial<AuditPorts['settings']>) => ({ settings: part });
const withDatabase = (part: Partial<DatabaseFacts>) =>
  stored({ describeDatabase: async () => ({ ...database, ...part }) });
const withTls = (part: Partial<TlsFacts>) => ({
  outgoing: { inspectTls: async () => ({ ...tls, ...part }) },
});
const withProcess = (part: Partial<ProcessFacts>) =>
  host({ describeProcess: async () => ({ ...processFacts, ...part }) });

it.each<[string, string, Change]>([
  [
    'CRYPT-01',
    'cheap hashes',
    stored({ countPasswordHashes: async () => [{ method: '$2b$10$', count: 1 }] }),
  ],
  ['CRYPT-02', 'a short secret', settings({ secrets: [secretOf(16, 'aa')] })],
  ['CRYPT-02', 'one secret for two', settings({ secrets: [secretOf(32, 'a'), secretOf(32, 'a')] })],
  ['CRYPT-04', 'TLS 1.1', withTls({ acceptsOldProtocols: true })],
  ['CRYPT-04', 'a certificate for another name', withTls({ distrust: 'ERR_TLS_CERT_ALTNAME' })],
  ['CRYPT-04', 'a certificate that ends', withTls({ expiresAt: daysAgo(-13) })],
  [
    'CRYPT-05',
    'pages by plain HTTP',
    { outgoing: { askPlainly: async () => ({ status: 200, location: '' }) } },
  ],
  [
    'CRYPT-05',
    'a server without TLS that is open to networks',
    {
      publicUrl: undefined,
      settings: { isServedOverTls: false, isOpenToNetworks: true },
    },
  ],
  ['CRYPT-06', 'a vector twice', stored({ countRepeatedIvs: async () => 1 })],
  ['CRYPT-08', 'a plain connection', withDatabase({ isEncrypted: false })],
  ['CRYPT-08', 'a plain store', settings({ objectStore: 'plain' })],
  [
    'DATA-05',
    'a key that others read',
    host({ listDataFiles: async () => [{ name: 'master key', mode: 0o644, kind: 'secret' }] }),
  ],
  [
    'DATA-07',
    'a key in the clear',
    stored({ countSealedValues: async () => [{ what: 'content keys', sealed: 9, unsealed: 1 }] }),
  ],
  [
    'DATA-08',
    'old events',
    stored({ listOldest: async () => [{ what: 'events', keptDays: 30, oldest: daysAgo(33) }] }),
  ],
  ['DATA-10', 'an old backup', host({ findBackupTime: async () => daysAgo(3) })],
  ['CONF-06', 'an old database', withDatabase({ version: '13.20' })],
  [
    'CONF-06',
    'an old Node.js',
    host({ listPrograms: async () => [{ name: 'Node.js', version: '18.20.0' }] }),
  ],
  ['CONF-07', 'root', withProcess({ isRoot: true })],
  [
    'CONF-11',
    'a known weakness',
    host({
      findAdvisoryReport: async () => ({
        at: daysAgo(90),
        critical: 0,
        high: 1,
        packages: ['left-pad'],
      }),
    }),
  ],
  ['CONF-15', 'a proxy that is everybody', settings({ trustedProxies: ['0.0.0.0/0'] })],
  [
    'CONF-15',
    'proxies that are everybody together',
    settings({ trustedProxies: ['0.0.0.0/1', '128.0.0.0/1'] }),
  ],
  ['CONF-16', 'a superuser', withDatabase({ isSuperuser: true })],
  [
    'LOG-04',
    'an audit log that changes',
    withDatabase({ appendOnly: [{ table: 'admin_audit', isRefused: false }] }),
  ],
  [
    'LOG-05',
    'rules that are off',
    stored({
      describeAlerting: async () => ({
        enabledRules: 0,
        readers: [{ name: 'alerts', delaySeconds: 0 }],
      }),
    }),
  ],
  [
    'LOG-05',
    'a reader that stands still',
    stored({
      describeAlerting: async () => ({
        enabledRules: 1,
        readers: [{ name: 'alerts', delaySeconds: 61 }],
      }),
    }),
  ],
  [
    'CRYPT-07',
    'a replacement that never ended',
    host({ describeMasterKey: async () => ({ changedAt: daysAgo(1), keys: 2 }) }),
  ],
  [
    'CONF-09',
    'a changed file',
    host({ compareCode: async () => ({ commit: 'abc', changed: ['server/src/main.ts'] }) }),
  ],
  ['BIZ-06', 'marks that nobody sees', settings({ watermarkOpacityPercent: 9 })],
  [
    'BIZ-06',
    'playbacks without marks',
    stored({
      describeWatermarks: async () => ({ reported: 100, uncovered: 6, videos: ['Light'] }),
    }),
  ],
  ['ERR-04', 'errors that leave no trace', withProcess({ logsUncaught: false })],
  ['ERR-04', 'a process that goes on', withProcess({ survivesUncaught: true })],
  ['ERR-04', 'an import that does not add up', stored({ countTornImports: async () => 1 })],
])('%s finds %s', async (id, _, change) => {
  expect(await run(id, change)).toBe('failed');
});

it.each<[string, string, Change]>([
  ['CONF-07', 'code that the process may change', withProcess({ mayChangeCode: true })],
  ['CONF-14', 'an old list of packages', host({ findLockfileTime: async () => daysAgo(181) })],
  ['CONF-15', 'a proxy that is not named', settings({ trustedProxies: [] })],
  ['CRYPT-05', 'a proxy on another machine', settings({ isOpenToNetworks: true })],
  [
    'CRYPT-07',
    'an old key',
    host({ describeMasterKey: async () => ({ changedAt: daysAgo(181), keys: 1 }) }),
  ],
])('%s warns of %s', async (id, _, change) => {
  expect(await run(id, change)).toBe('warning');
});

it.each<[string, string, Change]>([
  ['CRYPT-01', 'any password', stored({ countPasswordHashes: async () => [] })],
  ['CRYPT-04', 'an https address', { publicUrl: undefined }],
  ['CRYPT-04', 'a way to it', withTls({ protocol: null })],
  ['DATA-10', 'a backup job', host({ findBackupTime: async () => undefined })],
  ['CONF-11', 'a report', host({ findAdvisoryReport: async () => undefined })],
  [
    'CONF-11',
    'a report of these days',
    host({
      findAdvisoryReport: async () => ({ at: daysAgo(31), critical: 0, high: 0, packages: [] }),
    }),
  ],
  ['CONF-14', 'a list of packages', host({ findLockfileTime: async () => undefined })],
  ['CONF-16', 'a database of others', withDatabase({ isEmbedded: true, isSuperuser: true })],
  ['CRYPT-07', 'a file of the key', host({ describeMasterKey: async () => undefined })],
  ['CONF-09', 'a checkout', host({ compareCode: async () => undefined })],
  ['INPUT-06', 'media programs', {}],
])('%s is not tested without %s', async (id, _, change) => {
  expect(await run(id, change)).toBe('not_tested');
});

it('CRYPT-08 does not apply to one machine', async () => {
  const change = { ...withDatabase({ isLocal: true }), ...settings({ objectStore: 'disk' }) };
  expect(await run('CRYPT-08', change)).toBe('not_applicable');
});
