import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { allSettings } from '../features.ts';
import { startInstance } from '../instance.ts';
import { readSettings } from '../platform/config/setting.ts';
import { createLog } from '../platform/log/log.ts';
import setUpDatabase from '../platform/testing/global-setup.ts';
import { buildDatabaseUrl, startedTemplateName } from '../platform/testing/test-database.ts';

/**
 * Besides the database of the platform's tests, makes the template of those that start a server: with
 * partitions and job queues, which take a quarter of a second of each first start.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stop = await setUpDatabase(project);
  try {
    await startOnce(
      buildDatabaseUrl(project.getProvidedContext().databaseServer, startedTemplateName),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function startOnce(databaseUrl: string): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prahari-template-'));
  try {
    const settings = readSettings(allSettings, {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ROLE: 'web',
    });
    const instance = await startInstance(settings, { log: createLog('warn'), webAppDir: dataDir });
    // Each copy is an instance of its own, under a master key of its own.
    await instance.foundation.db.deleteFrom('instance_secrets').execute();
    await instance.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
