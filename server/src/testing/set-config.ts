import { sql } from 'kysely';
import type { TestServer } from './start-test-server.ts';

/** As when a super administrator saved it. */
export async function setConfig({ instance }: TestServer, saved: object): Promise<void> {
  const row = await instance.foundation.db
    .updateTable('system_config')
    .set((update) => ({
      saved: JSON.stringify(saved),
      version: sql<number>`${update.ref('version')} + 1`,
    }))
    .returning('version')
    .executeTakeFirstOrThrow();
  const { systemConfig } = instance.composition;
  systemConfig.accept({ saved, version: row.version, updatedAt: null, updatedBy: null });
}
