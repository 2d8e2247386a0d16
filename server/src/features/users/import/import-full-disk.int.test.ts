import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { fetchImportJob, importUsers, waitForImport } from '../../../testing/import-users.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { users } = endpoints;
const mebibyte = 1024 ** 2;
const rows = 2600;
const sheet = `name,contactNumber,country\n${Array.from(
  { length: rows },
  (_, i) => `Learner ${i},${9_500_000_000 + i},Nepal\n`,
).join('')}`;
const all = { total: rows, done: rows, created: rows, duplicates: 0, failed: 0 };

const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

async function learners(admin: TestClient): Promise<number> {
  return (await admin.call(users.list, { query: { country: 'Nepal', limit: 1 } })).total;
}

const waits = (server: TestServer) =>
  server.logLines.filter((line) => line.includes('an import of users waits for room')).length;

it('an import waits while an external database has no room, and continues without duplicates', async () => {
  const server = await startTestServer({ worker: true });
  try {
    const admin = await server.superAdmin();
    const { db } = server.instance.foundation;
    // The error of PostgreSQL when it can't extend a table: here that of users, beyond a number of
    // rows.
    await sql`CREATE TABLE room (users integer NOT NULL)`.execute(db);
    await sql`INSERT INTO room VALUES (1200)`.execute(db);
    await sql`CREATE FUNCTION need_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM users) > (SELECT users FROM room) THEN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
      END IF; RETURN NULL; END $$`.execute(db);
    await sql`CREATE TRIGGER need_room AFTER INSERT ON users EXECUTE FUNCTION need_room()`.execute(
      db,
    );
    const { id } = await importUsers(server.origin, admin, { content: sheet });
    const waiting = { state: 'queued', diskWait: { disk: 'database', missingBytes: null } };
    const seen = async () => expect(await fetchImportJob(admin, id)).toMatchObject(waiting);
    await vi.waitFor(seen, { timeout: 20_000, interval: 20 });
    const cut = await fetchImportJob(admin, id);
    expect(cut).toMatchObject({ failure: null, rows: { done: 1000, created: 1000 } });
    expect(await learners(admin)).toBe(1000);
    // That try is not counted, and neither is the next, which would be the last.
    const limit = { attempts: 3, attempt_limit: 4 };
    await db.updateTable('user_imports').set(limit).where('id', '=', id).execute();
    const before = waits(server);
    const goesOn = () => expect(waits(server)).toBeGreaterThan(before);
    await vi.waitFor(goesOn, { timeout: 20_000, interval: 20 });
    expect(server.logLines.join('')).toContain('the database has no room left on its disk');

    await sql`UPDATE room SET users = ${1200 + 50}`.execute(db);
    const body = { name: 'Asha', contactNumber: '9811111111', userType: 'LEARNER' } as const;
    await admin.call(users.create, { body });
    await sql`UPDATE room SET users = 0`.execute(db);
    const other = { ...body, contactNumber: '9811111112' };
    const refused = await catchRefusal(admin.call(users.create, { body: other }));
    expect([refused.status, refused.reason]).toEqual([503, 'database_unavailable']);

    await sql`DROP TRIGGER need_room ON users`.execute(db);
    const done = await waitForImport(admin, id);
    expect(done).toMatchObject({ state: 'completed', diskWait: null, rows: all });
    expect(await learners(admin)).toBe(rows);
  } finally {
    await server.stop();
  }
});

it('an import leaves the embedded database its last room, and says how many bytes it waits for', async ({
  skip,
}) => {
  const disk = await mkdtemp(path.join(os.tmpdir(), 'prahari-disk-'));
  const tmpfs = ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'none', disk];
  if (!run('mount', ...tmpfs)) skip('no right to mount a file system');
  const environment = { DATA_DIR: disk, DATABASE_URL: '', DISK_RESERVE_BYTES: '0' };
  try {
    const server = await startTestServer({ worker: true, environment });
    const other = path.join(disk, 'other');
    try {
      const admin = await server.superAdmin();
      const { bavail, bsize } = await statfs(disk);
      await writeFile(other, Buffer.alloc(bavail * bsize - 40 * mebibyte));
      const { id } = await importUsers(server.origin, admin, { content: sheet });
      const seen = async () => expect((await fetchImportJob(admin, id)).diskWait).not.toBeNull();
      await vi.waitFor(seen, { timeout: 20_000, interval: 20 });
      const { diskWait, state, rows: tally } = await fetchImportJob(admin, id);
      expect([state, diskWait?.disk, tally.done]).toEqual(['queued', 'database', 0]);
      expect(diskWait?.missingBytes).toBe(64 * mebibyte);
      await rm(other);
      const done = await waitForImport(admin, id);
      expect(done).toMatchObject({ state: 'completed', diskWait: null, rows: all });
      expect(await learners(admin)).toBe(rows);
      expect(server.logLines.join('')).not.toContain('PANIC');
    } finally {
      await server.stop();
    }
  } finally {
    run('umount', disk);
    await rm(disk, { recursive: true, force: true });
  }
});
