import {
  defineAddressesSetting,
  defineChoiceSetting,
  defineNumberSetting,
  defineOriginSetting,
  definePostgresSetting,
  defineTextSetting,
  type ValuesOf,
} from './config/setting.ts';
import { masterKeySettings } from './crypto/master-key-settings.ts';
import { eventSettings } from './events/events-table.ts';
import { proofSettings } from './http/proof/open-seen-proofs.ts';
import { anonymiserSettings } from './network/anonymisers.ts';
import { locationSettings } from './network/locate.ts';
import { storageSettings } from './storage/storage-settings.ts';
import { tracingSettings } from './tracing/tracing.ts';

const gibibyte = 1024 ** 3;

export const platformSettings = {
  port: defineNumberSetting('PORT', 'Port of the web server.', {
    fallback: 8080,
    min: 0,
    max: 65_535,
  }),
  host: defineTextSetting(
    'HOST',
    'Address to listen on; `0.0.0.0` for all of this machine.',
    '127.0.0.1',
  ),
  dataDir: defineTextSetting(
    'DATA_DIR',
    'Folder of the embedded database, the media and the master key.',
    './data',
  ),
  databaseUrl: definePostgresSetting(
    'DATABASE_URL',
    'A PostgreSQL 15 or newer to use instead of the embedded one.',
    'embedded PostgreSQL in `DATA_DIR`',
  ),
  databaseDirectUrl: definePostgresSetting(
    'DATABASE_DIRECT_URL',
    'Where `DATABASE_URL` leads to PgBouncer in transaction mode: the PostgreSQL behind it, for notifications, migrations and backups.',
    '–',
  ),
  databaseReadUrl: definePostgresSetting(
    'DATABASE_READ_URL',
    'A streaming replica of the database, which then answers the reports of Analytics and Playback quality.',
    '–',
  ),
  databaseReadLagSeconds: defineNumberSetting(
    'DATABASE_READ_LAG_SECONDS',
    'By how many seconds the replica may lie behind; the primary answers reports while it lies behind further or is away.',
    { fallback: 30, min: 1, max: 120 },
  ),
  ...proofSettings,
  role: defineChoiceSetting(
    'ROLE',
    'The role of this process: `web` answers requests, `worker` runs jobs, `all` does both.',
    ['all', 'web', 'worker'],
  ),
  publicUrl: defineOriginSetting(
    'PUBLIC_URL',
    'The address that browsers use, for instance `https://learn.example.org`. HTTPS is needed anywhere but on localhost.',
    '`http://localhost:PORT`',
  ),
  trustProxy: defineAddressesSetting(
    'TRUST_PROXY',
    'Addresses of reverse proxies whose `X-Forwarded-*` headers are believed, separated by commas.',
  ),
  ...masterKeySettings,
  diskReserveBytes: defineNumberSetting(
    'DISK_RESERVE_BYTES',
    'Free bytes that uploads leave on the disk of `DATA_DIR` (the default is 1 GiB).',
    { fallback: gibibyte, min: 0, max: 1024 * gibibyte },
  ),
  ...storageSettings,
  logLevel: defineChoiceSetting(
    'LOG_LEVEL',
    'Least severe level that is logged; `info` adds a line for every request.',
    ['warn', 'info', 'trace', 'debug', 'error', 'fatal', 'silent'],
  ),
  mostLagMs: defineNumberSetting(
    'MAX_LAG_MS',
    'Milliseconds by which a web process may lag behind before it turns requests away with 503 until it has caught up; 0: never.',
    { fallback: 2000, min: 0, max: 60_000 },
  ),
  drainSeconds: defineNumberSetting(
    'DRAIN_SECONDS',
    'Seconds for which a web process that is told to stop (SIGTERM) goes on answering while `/health/readiness` says 503, so that a load balancer sends new requests elsewhere: longer than that needs to notice. Then it accepts no more, and finishes what has come, for up to 15 s.',
    { fallback: 0, min: 0, max: 600 },
  ),
  callMetrics: defineChoiceSetting(
    'CALL_METRICS',
    '`off`: this process neither counts nor times its answers. `/metrics` and the performance page then lack them, and alerts about slow and failing calls stay silent.',
    ['on', 'off'],
  ),
  ...eventSettings,
  ...locationSettings,
  ...anonymiserSettings,
  ...tracingSettings,
} as const;

export type PlatformConfig = ValuesOf<typeof platformSettings>;

/** Tells whether browsers reach this server over TLS. */
export function isServedOverTls({ publicUrl }: Pick<PlatformConfig, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
