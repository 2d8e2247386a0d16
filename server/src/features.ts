import { alertJobKinds, alertRecord, alertsSettings } from './features/alerts/index.ts';
import { analyticsSettings } from './features/analytics/index.ts';
import { auditJobKinds } from './features/audit/index.ts';
import {
  authJobKinds,
  authSettings,
  formatMediaCookieName,
  loginRecord,
  secondFactorColumn,
} from './features/auth/index.ts';
import {
  deliveryKeySecret,
  deliverySettings,
  formatNginxKeyFile,
} from './features/delivery/index.ts';
import { drmSettings, providerSecretsColumn } from './features/drm/index.ts';
import { contentKeyColumn, ingestJobKinds, ingestSettings } from './features/ingest/index.ts';
import {
  incidentRecord,
  offlineSecretColumn,
  playbackEventsTable,
  playbackSettings,
} from './features/playback/index.ts';
import { clientErrorRecord, systemJobKinds, systemSettings } from './features/system/index.ts';
import {
  activationJobColumn,
  importCodeColumn,
  userJobKinds,
  usersSettings,
} from './features/users/index.ts';
import { videosSettings } from './features/videos/index.ts';
import type { Foundation } from './foundation.ts';
import { auditRecord } from './platform/audit-log/write-audit-entry.ts';
import type { ValuesOf } from './platform/config/setting.ts';
import { instanceSecretColumn } from './platform/crypto/instance-secrets.ts';
import type { TransactionColumn } from './platform/db/copy/database-copy.ts';
import type { RecordTable } from './platform/db/inspect-database.ts';
import { eventRecord, eventsTable } from './platform/events/events-table.ts';
import { platformSettings } from './platform/platform.config.ts';

export { mediaRoot } from './features/delivery/index.ts';
export { readVersion } from './features/system/index.ts';

/** Every setting of the product; the README's table is made from it. */
export const allSettings = {
  ...platformSettings,
  ...usersSettings,
  ...authSettings,
  ...ingestSettings,
  ...deliverySettings,
  ...videosSettings,
  ...drmSettings,
  ...playbackSettings,
  ...alertsSettings,
  ...analyticsSettings,
  ...systemSettings,
} as const;
export type AllSettings = ValuesOf<typeof allSettings>;

/**
 * All columns sealed under the master key; a column that is missing here is lost when keys are
 * rotated.
 */
export const sealedColumns = [
  instanceSecretColumn,
  contentKeyColumn,
  secondFactorColumn,
  importCodeColumn,
  activationJobColumn,
  providerSecretsColumn,
  offlineSecretColumn,
];

/**
 * All columns with the number of a transaction; one that is missing here has no meaning after the
 * database was restored or moved.
 */
export const transactionColumns: readonly TransactionColumn[] = [
  { table: 'events', column: 'transaction_id' },
  { table: 'event_readers', column: 'transaction_id' },
  { table: 'event_readers', column: 'written_transaction_id' },
  { table: 'alerts', column: 'event_transaction_id' },
  { table: 'playback_events', column: 'transaction_id' },
];

/** Tables that the security audit searches for secrets, which must never be recorded. */
export const recordTables: readonly RecordTable[] = [
  eventRecord,
  auditRecord,
  alertRecord,
  clientErrorRecord,
  incidentRecord,
  loginRecord,
];

/** Lists records with the days after which they are removed. */
export function keptRecords(
  settings: Pick<AllSettings, 'eventRetentionDays' | 'sessionRetentionDays'>,
): readonly (RecordTable & { readonly keptDays: number })[] {
  return [
    { ...eventRecord, keptDays: settings.eventRetentionDays },
    { ...loginRecord, keptDays: settings.sessionRetentionDays },
  ];
}

/** Their partitions are made ahead. */
export const dailyTables = [eventsTable, playbackEventsTable];

/** Finds the file of `npm run delivery:key`. */
export async function findDeliveryKeyFile(
  { instanceId, loadSecret }: Foundation,
  settings: AllSettings,
): Promise<string> {
  const deliveryKey = await loadSecret(deliveryKeySecret);
  return formatNginxKeyFile({
    deliveryKey,
    settings,
    mediaCookieName: formatMediaCookieName(instanceId),
  });
}

/** The kinds of jobs that the queue must know before features are created. */
export const jobKinds = [
  ...userJobKinds,
  ...authJobKinds,
  ...ingestJobKinds,
  ...alertJobKinds,
  ...auditJobKinds,
  ...systemJobKinds,
];
