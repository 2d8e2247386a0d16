import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { endpoints, type ImportJob } from '@prahari/contract';
import { findBundled } from '@prahari/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { settleLease } from '../../../platform/jobs/lease.ts';
import { takeOver } from '../../../platform/testing/lapse-leases.ts';
import { fetchImportJob, importUsers, waitForImport } from '../../../testing/import-users.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { importToLease } from './import-jobs.repository.ts';

const { imports, users } = endpoints;
const main = findBundled(path.resolve(import.meta.dirname, '..', '..', '..', 'main.ts'));
const patience = 90_000;
let server: TestServer;
let admin: TestClient;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.superAdmin();
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await server.stop();
});

/** A separate worker process, which can be killed. */
function startWorker(): ChildProcess {
  const { connectionString, dataDir } = server.instance.foundation;
  const worker = spawn(process.execPath, [main], {
    env: { ...process.env, ROLE: 'worker', DATABASE_URL: connectionString, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  workers.push(worker);
  return worker;
}

const fileOf = (first: number, rows: number) =>
  `name,contactNumber,country\n${Array.from({ length: rows }, (_, i) => `Learner ${i},${first + i},${first}\n`).join('')}`;

async function midway(id: string): Promise<ImportJob> {
  return vi.waitFor(
    async () => {
      const job = await fetchImportJob(admin, id);
      expect(job.rows.done).toBeGreaterThan(0);
      return job;
    },
    { timeout: patience, interval: 10 },
  );
}

async function learnersOf(first: number): Promise<number> {
  const { total } = await admin.call(users.list, { query: { country: String(first), limit: 1 } });
  return total;
}

it('imports no user if the administrator has lost the permission when it starts', async () => {
  const [first, before] = [9_600_000_000, await server.newUser('ADMIN')];
  const { id } = await importUsers(server.origin, before, { content: fileOf(first, 3) });
  const params = { id: before.userId };
  await admin.call(users.setPermissions, { params, body: { permissions: ['users.read'] } });
  const worker = startWorker();
  const job = await waitForImport(admin, id);
  expect(job).toMatchObject({ state: 'failed', failure: { code: 'not_allowed_any_more' } });
  expect(await learnersOf(first)).toBe(0);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}, 180_000);

it('continues where a killed worker left it, without duplicates and with correct counts', async () => {
  const [first, rows] = [9_200_000_000, 4_500];
  const { id } = await importUsers(server.origin, admin, { content: fileOf(first, rows) });
  // Three tries died before: one more without a row imported would be the last.
  const { db } = server.instance.foundation;
  await db.updateTable('user_imports').set({ attempts: 3 }).where('id', '=', id).execute();
  const doomed = startWorker();
  const seen = await midway(id);
  doomed.kill('SIGKILL');
  await once(doomed, 'exit');
  const cut = await fetchImportJob(admin, id);
  expect(cut.state).toBe('running');
  expect(cut.rows.done).toBeGreaterThanOrEqual(seen.rows.done);
  expect(cut.rows.done).toBeLessThan(rows);
  // The counts match the stored users.
  expect(await learnersOf(first)).toBe(cut.rows.created);

  startWorker();
  await vi.waitFor(async () => expect((await fetchImportJob(admin, id)).state).toBe('completed'), {
    timeout: patience,
    interval: 200,
  });
  const done = await fetchImportJob(admin, id);
  expect(done.rows).toEqual({ total: rows, done: rows, created: rows, duplicates: 0, failed: 0 });
  expect(done.codes).toMatchObject({ count: rows });
  expect(await learnersOf(first)).toBe(rows);
  const { items: acts } = await admin.call(users.auditLog, { query: { subjectId: id } });
  expect(acts).toMatchObject([{ action: 'user.import', after: { rowsCreated: rows } }]);
  const params = { id: acts[0]?.id ?? '' };
  expect((await admin.call(users.auditSubjects, { params })).total).toBe(rows);
}, 180_000);

it('stops at the next rows when it is cancelled, and keeps what was imported', async () => {
  const [first, rows] = [9_300_000_000, 4_500];
  const { id } = await importUsers(server.origin, admin, { content: fileOf(first, rows) });
  startWorker();
  await midway(id);
  const params = { id };
  expect((await admin.call(imports.cancel, { params })).state).toBe('cancelled');
  // A second one is imported after it by the same workers, so the first has stopped by then.
  const next = await importUsers(server.origin, admin, { content: fileOf(9_400_000_000, 1) });
  expect((await waitForImport(admin, next.id)).rows.created).toBe(1);
  const job = await fetchImportJob(admin, id);
  expect(job.state).toBe('cancelled');
  expect(job.rows.done).toBeLessThan(rows);
  expect(await learnersOf(first)).toBe(job.rows.created);
  await expect(admin.call(imports.cancel, { params })).rejects.toMatchObject({
    status: 409,
    details: { reason: 'import_ended' },
  });
}, 180_000);

it('writes no row more when another worker took over, however far it had read', async () => {
  const [first, rows] = [9_100_000_000, 9_000];
  const { db } = server.instance.foundation;
  const { id } = await importUsers(server.origin, admin, { content: fileOf(first, rows) });
  await midway(id);
  const other = await takeOver(db, importToLease(id));
  const { rows: then } = await fetchImportJob(admin, id);
  expect(then.done).toBeLessThan(rows);
  // Time enough for more batches of the one that was overtaken.
  const next = await importUsers(server.origin, admin, { content: fileOf(9_110_000_000, 1) });
  expect((await waitForImport(admin, next.id)).rows.created).toBe(1);
  const now = await fetchImportJob(admin, id);
  expect([now.state, now.rows]).toEqual(['running', then]);
  expect(await learnersOf(first)).toBe(then.created);
  await settleLease(db, other, async () => {});
}, 180_000);
