import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { MediaTools } from '@prahari/media';
import { listDataFiles } from './data-folder.ts';
import type { Alerts } from './features/alerts/index.ts';
import {
  type AuditPorts,
  askPlainly,
  compareCode,
  describeProcess,
  examineMedia,
  findAdvisoryReport,
  findBackupTime,
  findLockfileTime,
  inspectTls,
} from './features/audit/index.ts';
import type { Drm } from './features/drm/index.ts';
import type { Playback } from './features/playback/index.ts';
import type { System } from './features/system/index.ts';
import type { Users } from './features/users/index.ts';
import { type AllSettings, keptRecords, recordTables, sealedColumns } from './features.ts';
import type { Foundation } from './foundation.ts';
import { countRepeatedIvs, countSealedValues } from './platform/crypto/inspect-sealed.ts';
import { describeMasterKey, findMasterKeyFile } from './platform/crypto/master-key.ts';
import { findMasterKeyPlace } from './platform/crypto/master-key-settings.ts';
import {
  countMentions,
  describeDatabase,
  findOldest,
  refusesChanges,
} from './platform/db/inspect-database.ts';
import { listEventNames } from './platform/events/events-table.ts';
import { watchLog } from './platform/log/log.ts';
import { formatCsvLine } from './platform/spreadsheet/write-csv.ts';

export interface FactSources {
  readonly foundation: Foundation;
  readonly settings: AllSettings;
  readonly tools: MediaTools | undefined;
  readonly users: Pick<Users, 'countPasswordMethods' | 'countTornImports'>;
  readonly playback: Pick<Playback, 'sumUpCoverage'>;
  readonly alerts: Pick<Alerts, 'countEnabledRules'>;
  readonly drm: Pick<Drm, 'isLicenceAddressRefused' | 'askOwnService'>;
  readonly system: () => Pick<System, 'findReaderDelays'>;
}

const runFile = promisify(execFile);
const versionTimeoutMs = 5000;
/** Long enough for any line of this product; more would be an attack on the audit. */
const mostLines = 5000;
const appendOnly = [
  { table: 'admin_audit', column: 'action' },
  { table: 'admin_audit_subjects', column: 'entry_id' },
] as const;

/** Tells the audit what the database holds and allows. */
export function describeStored(sources: FactSources): AuditPorts['stored'] {
  const { foundation, settings, users, alerts, playback, system } = sources;
  const { db, masterKey } = foundation;
  return {
    countPasswordHashes: users.countPasswordMethods,
    async countSealedValues() {
      const counts = [];
      for (const column of sealedColumns)
        counts.push(await countSealedValues(db, masterKey, column));
      return counts;
    },
    countRepeatedIvs: () => countRepeatedIvs(db, masterKey, sealedColumns),
    async describeDatabase() {
      const refused = [];
      for (const { table, column } of appendOnly) {
        refused.push({ table, isRefused: await refusesChanges(db, table, column) });
      }
      const isEmbedded = settings.databaseUrl === undefined;
      return { ...(await describeDatabase(db)), isEmbedded, appendOnly: refused };
    },
    async listOldest() {
      const found = [];
      for (const record of keptRecords(settings)) {
        const { where: what, keptDays } = record;
        found.push({ what, keptDays, oldest: await findOldest(db, record) });
      }
      return found;
    },
    async countMentions(texts, since) {
      const counts = [];
      for (const table of recordTables) counts.push(await countMentions(db, table, texts, since));
      return counts;
    },
    countTornImports: users.countTornImports,
    describeWatermarks: playback.sumUpCoverage,
    listEventsOf: (userId, since) => listEventNames(db, userId, since),
    async describeAlerting() {
      const enabledRules = await alerts.countEnabledRules();
      return { enabledRules, readers: await system().findReaderDelays() };
    },
  };
}

/** Tells the audit what this machine and process are like. */
export function describeHost({ foundation, settings, tools }: FactSources): AuditPorts['host'] {
  const { dataDir, log } = foundation;
  return {
    listDataFiles: async () =>
      listDataFiles(dataDir, findMasterKeyFile(await findMasterKeyPlace(settings))),
    describeProcess,
    async listPrograms() {
      const { node, openssl = '' } = process.versions;
      const programs = [
        { name: 'Node.js', version: node },
        { name: 'OpenSSL', version: openssl },
      ];
      if (!tools) return programs;
      const { stdout } = await runFile(tools.ffmpeg, ['-version'], { timeout: versionTimeoutMs });
      const version = /^ffmpeg version n?(\S+)/m.exec(stdout)?.[1] ?? '';
      return [...programs, { name: 'ffmpeg', version }];
    },
    findLockfileTime,
    compareCode: () => compareCode(),
    describeMasterKey: async () =>
      describeMasterKey(await findMasterKeyPlace(settings)).catch(() => undefined),
    examineMedia: tools && ((name, bytes, secret) => examineMedia(tools, name, bytes, secret)),
    findAdvisoryReport: () => findAdvisoryReport(dataDir),
    findBackupTime: () => findBackupTime(dataDir),
    watchLog() {
      const lines: string[] = [];
      const stop = watchLog(log, (line) => {
        if (lines.length < mostLines) lines.push(line);
      });
      return { lines, stop };
    },
  };
}

/** Tells the audit what this server sends to others. */
export function describeOutgoing({ settings, drm }: FactSources): AuditPorts['outgoing'] {
  const switches = {
    PRIVATE_LICENCE_SERVICES: settings.privateLicenceServices,
    ALERT_WEBHOOK_PRIVATE: settings.alertWebhookPrivate,
    PASSWORD_BREACH_CHECK_PRIVATE: settings.passwordBreachCheckPrivate,
  };
  return {
    allowedPrivate: Object.entries(switches).flatMap(([name, value]) => {
      return value === 'on' ? [name] : [];
    }),
    isLicenceAddressRefused: drm.isLicenceAddressRefused,
    askLicenceService: drm.askOwnService,
    formatExportLine: formatCsvLine,
    inspectTls,
    askPlainly,
  };
}
