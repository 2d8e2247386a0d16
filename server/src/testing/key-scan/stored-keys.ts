import pg from 'pg';
import { loadMasterKeys } from '../../platform/crypto/master-key.ts';
import { createFixedKeys, unseal } from '../../platform/crypto/seal.ts';
import { startEmbeddedPostgres } from '../../platform/db/embedded/embedded-postgres.ts';

/** The database of an instance that runs, whose folder this is. */
export interface StoredKeys {
  /** Every content key. */
  keys(): Promise<Buffer[]>;
  /** Every table as text, bytes as hexadecimal: logs, events, jobs, and all the rest. */
  tables(): Promise<{ readonly name: string; readonly text: string }[]>;
  close(): Promise<void>;
}

export async function openStoredKeys(dataDir: string): Promise<StoredKeys> {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const { connectionString } = await startEmbeddedPostgres({ dataDir, log });
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    async keys() {
      const [current, ...former] = await loadMasterKeys({ file: undefined, dataDir });
      if (!current) throw new Error('the master key is empty');
      const { rows } = await client.query<{ context: string; sealed_key: Buffer }>(
        `SELECT 'content-key:' || video_id || ':' || quality_class AS context, sealed_key FROM content_keys`,
      );
      const master = createFixedKeys(current, ...former);
      return rows.map(({ context, sealed_key }) => unseal(master, sealed_key, context));
    },
    async tables() {
      const { rows } = await client.query<{ name: string }>(
        `SELECT oid::regclass::text AS name FROM pg_class
         WHERE relkind IN ('r', 'p') AND NOT relispartition AND relpersistence <> 't'
           AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema')`,
      );
      const texts = [];
      for (const { name } of rows) {
        const table = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
        texts.push({ name, text: table.rows.map(({ row }) => row).join('\n') });
      }
      return texts;
    },
    close: () => client.end(),
  };
}
