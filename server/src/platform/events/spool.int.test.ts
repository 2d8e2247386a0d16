import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { createTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { openEventSpool } from './spool.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openTestDatabase>['db'];
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  ({ db } = openTestDatabase(database.connectionString, 2));
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-spool-'));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const open = (staleAfterMs?: number) =>
  openEventSpool({
    db,
    clock: { now: () => new Date() },
    log: createLog('silent'),
    folder,
    ...(staleAfterMs === undefined ? {} : { staleAfterMs }),
  });

async function recorded(): Promise<string[]> {
  const rows = await db.selectFrom('events').select('data').execute();
  return rows.map(({ data }) => String(Reflect.get(Object(data), 'videoId')));
}

const of = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));

/** Records events, and says of each when it was written, until it is killed. */
async function recordUntilKilled(round: number, atLeast: number): Promise<string[]> {
  const script = `
    import { setTimeout } from 'node:timers/promises';
    import { createLog } from ${of('../log/log.ts')};
    import { openTestDatabase } from ${of('../testing/test-database.ts')};
    import { openEventSpool } from ${of('spool.ts')};
    const { db } = openTestDatabase(process.argv[1], 2);
    const clock = { now: () => new Date() };
    const folder = process.argv[2];
    const spool = await openEventSpool({ db, clock, log: createLog('silent'), folder });
    for (let n = 0; ; n += 1) {
      const videoId = '${round}-' + n;
      await spool.add('video.published', { videoId });
      process.stdout.write(videoId + '\\n');
      await setTimeout(1);
    }`;
  const args = ['--input-type=module', '-e', script, database.connectionString, folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const written: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    written.push(line);
    if (written.length === atLeast) child.kill('SIGKILL');
  }
  if (child.signalCode === null) await once(child, 'exit');
  return written;
}

it('a killed process loses nothing that it wrote, and nothing is recorded twice', async () => {
  const written: string[] = [];
  // Before its first shipment, and at some moment around later ones.
  for (const [round, atLeast] of [40, 500, 777].entries())
    written.push(...(await recordUntilKilled(round, atLeast)));
  // As a process leaves it that is killed in the middle of a line.
  const [some = ''] = await readdir(folder);
  await appendFile(path.join(folder, some), '{"id":"0198');
  const spool = await open(100);
  await expect.poll(() => readdir(folder), { timeout: 10_000 }).toEqual([]);
  await spool.stop();
  const found = await recorded();
  expect(written.filter((one) => !found.includes(one))).toEqual([]);
  expect(new Set(found).size).toBe(found.length);
});

it('leaves files of processes that live, and stores what is shipped by two of them once', async () => {
  const one = await open();
  const two = await open();
  const hasty = await open(50);
  await Promise.all([one.add('video.published', { videoId: 'one' }), two.flush()]);
  expect(await readdir(folder)).not.toEqual([]);
  // Takes it for the file of a dead process.
  await expect.poll(() => readdir(folder), { timeout: 10_000 }).toEqual([]);
  await Promise.all([one.stop(), two.stop(), hasty.stop()]);
  expect((await recorded()).filter((id) => id === 'one')).toEqual(['one']);
});

it('an event that the database refuses does not hold up the others', async () => {
  const spool = await open();
  for (const videoId of ['before', 'zero \u0000 byte', 'after'])
    void spool.add('video.published', { videoId });
  await spool.stop();
  const found = await recorded();
  expect(found).toEqual(expect.arrayContaining(['before', 'after']));
  expect(found).not.toContain('zero \u0000 byte');
  expect(await readdir(folder)).toEqual([]);
});
