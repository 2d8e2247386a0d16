import {
  defineAddressesSetting,
  defineChoiceSetting,
  defineNumberSetting,
  defineOptionalTextSetting,
  defineOriginSetting,
  definePostgresSetting,
  defineTextSetting,
  type ValuesOf,
} from './config/setting.ts';
import { eventSettings } from './events/events-table.ts';
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
  masterKeyFile: defineOptionalTextSetting(
    'MASTER_KEY_FILE',
    'File with the master key (32 bytes as base64) that seals content keys. Keep a copy apart from the database.',
    '`DATA_DIR/master.key`, made at the first start',
  ),
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
  callMetrics: defineChoiceSetting(
    'CALL_METRICS',
    '`off`: this process neither counts nor times its answers. `/metrics` and the performance page then lack them, and alerts about slow and failing calls stay silent.',
    ['on', 'off'],
  ),
  ...eventSettings,
  ...locationSettings,
  ...tracingSettings,
} as const;

export type PlatformConfig = ValuesOf<typeof platformSettings>;

/** Tells whether browsers reach this server over TLS. */
export function isServedOverTls({ publicUrl }: Pick<PlatformConfig, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
