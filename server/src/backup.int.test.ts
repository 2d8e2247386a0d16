import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { findBundled } from '@prahari/testkit';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { transactionColumns } from './features.ts';
import { createTestDatabase } from './platform/testing/test-database.ts';
import { fetchSegment, playVideo, startWatching } from './testing/play-video.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';
import { createTestClient } from './testing/test-client.ts';

const { auth, drm, users } = endpoints;
const passphrase = 'seven quiet mangoes';

let place: string;
let server: TestServer;
let watching: Awaited<ReturnType<typeof startWatching>>;
/** The folder of the backup that most tests read. */
let backup: string;
let passphraseFile: string;
/** Ids of the first events that are in it, in their order. */
let former: string[];
/** The rows that are in it. */
let original: Awaited<ReturnType<typeof readAll>>;

beforeAll(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'prahari-backup-'));
  passphraseFile = path.join(place, 'passphrase');
  await writeFile(passphraseFile, `${passphrase}\n`);
  server = await startTestServer();
  watching = await startWatching(server, { schemes: ['cenc'], renditions: ['v180'] });
  // As a reader that has taken some of the events.
  await sql`INSERT INTO event_readers (name, transaction_id, event_id, written_transaction_id,
      written_event_id, floor_id, saved_at)
    SELECT 'some', transaction_id, id, transaction_id, id, '00000000-0000-0000-0000-000000000000',
      now()
    FROM events ORDER BY transaction_id, id OFFSET 3 LIMIT 1`.execute(
    server.instance.foundation.db,
  );
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM events ORDER BY transaction_id, id`.execute(server.instance.foundation.db);
  former = rows.map(({ id }) => id);
  // Nothing else shall change its rows while they are compared.
  await server.leave();
  original = await readAll(server.instance.foundation.connectionString);
  const made = await run('backup', [place, '--media', '--passphrase-file', passphraseFile]);
  expect(made.status, made.said).toBe(0);
  backup = /The backup is (.+)/.exec(made.said)?.[1] ?? '';
});
afterAll(async () => {
  await server.stop();
  await rm(place, { recursive: true, force: true });
});

/** Runs a command of operators to its end. */
async function run(
  command: 'backup' | 'restore' | 'main',
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<{ status: number; said: string }> {
  const { dataDir, connectionString } = server.instance.foundation;
  const file = path.join(
    import.meta.dirname,
    command === 'main' ? '' : 'commands',
    `${command}.ts`,
  );
  const { promise, resolve } = Promise.withResolvers<{ status: number; said: string }>();
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: connectionString, ...environment };
  const child = execFile(process.execPath, [findBundled(file), ...args], { env }, (_, out, err) => {
    resolve({ status: child.exitCode ?? -1, said: `${out}${err}` });
  });
  return promise;
}

/** A new data folder and an empty database, and what goes into the environment for them. */
async function newPlace() {
  const dataDir = await mkdtemp(path.join(place, 'restored-'));
  const database = await createTestDatabase(inject('databaseServer'), 'template0');
  return { DATA_DIR: dataDir, DATABASE_URL: database.connectionString, drop: database.drop };
}

/** Every row of every table, in one order; numbers of transactions left out. */
async function readAll(connectionString: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind IN ('r', 'p') AND NOT relispartition AND relpersistence = 'p'
       AND relname NOT LIKE 'kysely%' ORDER BY name`,
    );
    const all: Record<string, string[]> = {};
    for (const { name } of tables.rows) {
      const numbers = transactionColumns.filter(({ table }) => table === name);
      const without = numbers.map(({ column }) => ` - '${column}'`).join('');
      const { rows } = await client.query<{ row: string }>(
        `SELECT (to_jsonb(t)${without})::text AS row FROM ${name} AS t ORDER BY 1`,
      );
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  } finally {
    await client.end();
  }
}

it('knows every column with the number of a transaction', async () => {
  const client = new pg.Client(server.instance.foundation.connectionString);
  await client.connect();
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT relname AS table, attname AS column FROM pg_attribute
     JOIN pg_class ON pg_class.oid = attrelid AND relkind IN ('r', 'p') AND NOT relispartition
     WHERE relnamespace = 'public'::regnamespace AND attname LIKE '%transaction_id'`,
  );
  await client.end();
  const known = transactionColumns.map(({ table, column }) => `${table}.${column}`);
  expect(known.toSorted()).toEqual(rows.map((row) => `${row.table}.${row.column}`).toSorted());
});

describe('a backup', () => {
  it('keeps everything closed to others, and the master key from whoever lacks the passphrase', async () => {
    expect((await stat(backup)).mode & 0o077).toBe(0);
    const key = (
      await readFile(path.join(server.instance.foundation.dataDir, 'master.key'), 'utf8')
    ).trim();
    for (const name of ['backup.json', 'settings.sealed.json', 'media.jsonl']) {
      const file = path.join(backup, name);
      expect((await stat(file)).mode & 0o077).toBe(0);
      expect(await readFile(file, 'utf8')).not.toContain(key);
    }
  });

  it('is restored elsewhere, and the lesson plays there', async () => {
    const { drop, ...to } = await newPlace();
    const restored = await run('restore', [backup, '--passphrase-file', passphraseFile], to);
    expect(restored.said).toContain('All is restored.');
    expect(await readAll(to.DATABASE_URL)).toEqual(original);
    const settings = await readFile(path.join(to.DATA_DIR, 'restored-settings.env'), 'utf8');
    expect(settings).toContain(`DATA_DIR=${server.instance.foundation.dataDir}\n`);

    const second = await startTestServer({ environment: to });
    try {
      const learner = await createTestClient(second.origin, watching.learner.keys);
      await learner.signIn(watching.learner.contactNumber, testPassword);
      await learner.confirmPassword(testPassword);
      const stream = await playVideo(learner, watching.videoId, true);
      const [pair] = watching.keys;
      const licence = await learner.call(drm.clearKeyLicense, {
        query: { playbackSession: stream.playbackSessionId },
        body: { kids: [pair?.keyId.toString('base64url') ?? ''] },
      });
      expect(licence.keys).toMatchObject([{ k: pair?.key.toString('base64url') }]);
      expect(await fetchSegment(second.origin, learner, stream)).toBe(200);

      // A reader goes on where it was, and what happens there comes after what was restored.
      const { db } = second.instance.foundation;
      const { rows } = await sql<{ id: string }>`
        SELECT events.id FROM events JOIN event_readers ON event_readers.name = 'some'
          AND (events.transaction_id, id) > (event_readers.transaction_id, event_id)
        ORDER BY events.transaction_id, id`.execute(db);
      const unread = former.slice(4);
      expect(rows.slice(0, unread.length).map(({ id }) => id)).toEqual(unread);
      expect(rows.length).toBeGreaterThan(unread.length);
      // Rows still belong together, and tables still refuse what they refused.
      await expect(sql`DELETE FROM admin_audit`.execute(db)).rejects.toThrow();
      await expect(
        sql`UPDATE content_keys SET video_id = gen_random_uuid()`.execute(db),
      ).rejects.toThrow(/foreign key/);
      const root = await second.newClient();
      await expect(root.call(users.list, { query: {} })).rejects.toMatchObject({ status: 401 });
    } finally {
      await second.stop();
      await drop();
    }
  });

  it('goes into nothing that holds anything', async () => {
    const before = await readAll(server.instance.foundation.connectionString);
    const refused = await run('restore', [backup]);
    expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('not empty') });
    expect(await readAll(server.instance.foundation.connectionString)).toEqual(before);
  });

  it.each([
    ['a changed byte', async (file: string) => appendFile(file, 'x'), 'is damaged'],
    ['a missing file', async (file: string) => rm(file), "can't be read"],
  ])('with %s is refused before anything is written', async (_, damage, sentence) => {
    const copy = await mkdtemp(path.join(place, 'damaged-'));
    await cp(backup, copy, { recursive: true });
    await damage(path.join(copy, 'tables', 'public.users.zst'));
    const { drop, ...to } = await newPlace();
    const refused = await run('restore', [copy, '--passphrase-file', passphraseFile], to);
    expect(refused).toMatchObject({ status: 1, said: expect.stringContaining(sentence) });
    expect(await readdir(to.DATA_DIR)).toEqual([]);
    await drop();
  });

  it('is refused with another passphrase, without the key, and without its media', async () => {
    const { drop, ...to } = await newPlace();
    const other = path.join(place, 'other-passphrase');
    await writeFile(other, 'six loud mangoes');
    const wrong = await run('restore', [backup, '--passphrase-file', other], to);
    expect(wrong.said).toContain('The passphrase is not the one');
    const keyless = await run('restore', [backup], to);
    expect(keyless.said).toContain('The master key of this backup is missing');
    const alone = path.join(await mkdtemp(path.join(place, 'alone-')), 'backup');
    await cp(backup, alone, { recursive: true });
    const without = await run('restore', [alone, '--passphrase-file', passphraseFile], to);
    expect(without.said).toMatch(/\d+ files of media are neither stored nor in/);
    expect(await readAll(to.DATABASE_URL)).toEqual({});
    await drop();
  });

  it('that was cut short is no backup, and a database that was half filled is no database', async () => {
    const unfinished = path.join(place, 'cut-short');
    await cp(backup, unfinished, { recursive: true });
    await rm(path.join(unfinished, 'backup.json'));
    const { drop, ...to } = await newPlace();
    const refused = await run('restore', [unfinished], to);
    expect(refused.said).toContain('is no finished backup');
    const client = new pg.Client({ connectionString: to.DATABASE_URL });
    await client.connect();
    // As a restore that was killed before its rows were there leaves it.
    await client.query('CREATE TABLE unfinished_copy (begun_at timestamptz)');
    await client.end();
    const environment = { DATABASE_URL: to.DATABASE_URL };
    await expect(startTestServer({ environment })).rejects.toThrow('did not arrive whole');
    const again = await run('restore', [backup, '--passphrase-file', passphraseFile], to);
    expect(again.said).toContain('All is restored.');
    await drop();
  });
});

it('moves the embedded database to another, where sessions go on', async () => {
  const { drop, DATA_DIR, DATABASE_URL } = await newPlace();
  await run('restore', [backup, '--passphrase-file', passphraseFile], {
    DATA_DIR,
    DATABASE_URL: '',
  });
  const at = { DATA_DIR, DATABASE_URL: '' };
  const moved = await run('main', ['--move-to', DATABASE_URL], at);
  expect(moved).toMatchObject({
    status: 0,
    said: expect.stringContaining('The database was moved'),
  });
  const { password = '' } = new pg.Client({ connectionString: DATABASE_URL });
  expect(password).not.toBe('');
  expect(moved.said).not.toContain(password);
  expect(await readAll(DATABASE_URL)).toEqual(original);
  const former = await run('main', [], at);
  expect(former).toMatchObject({ status: 1, said: expect.stringContaining('set DATABASE_URL') });
  const second = await startTestServer({ environment: { DATA_DIR, DATABASE_URL } });
  const learner = await createTestClient(second.origin, watching.learner.keys);
  const { refreshToken } = watching.learner;
  const renewed = await learner.call(auth.refresh, { body: { refreshToken } });
  expect(renewed.user.id).toBe(watching.learner.userId);
  await second.stop();
  await drop();
});
