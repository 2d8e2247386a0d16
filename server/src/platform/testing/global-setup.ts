import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { createLog } from '../log/log.ts';
import {
  buildDatabaseUrl,
  copyStatement,
  openTestDatabase,
  startedTemplateName,
  templateName,
} from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
  }
}

/**
 * Starts one real PostgreSQL for all integration tests, with a migrated template that test files
 * copy, and a copy of it that a server may be started on once. `TEST_DATABASE_URL` names another server, to test against another version.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prahari-int-'));
  const given = process.env['TEST_DATABASE_URL'];
  const embedded = given
    ? undefined
    : await startEmbeddedPostgres({ dataDir, log: createLog('warn') });
  const server = given ?? embedded?.connectionString ?? '';
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  for (const name of [startedTemplateName, templateName]) {
    await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  }
  await admin.query(`CREATE DATABASE ${templateName}`);
  const { db } = openTestDatabase(buildDatabaseUrl(server, templateName), 1);
  await migrate(db);
  await db.destroy();
  await admin.query(copyStatement(startedTemplateName, templateName));
  await admin.end();
  project.provide('databaseServer', server);
  return async () => {
    await embedded?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
