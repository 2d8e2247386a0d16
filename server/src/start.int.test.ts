import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '@prahari/contract';
import { findBundled } from '@prahari/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from './platform/testing/test-database.ts';
import { openToOthers } from './testing/open-to-others.ts';
import { testPassword } from './testing/start-test-server.ts';
import { createTestClient } from './testing/test-client.ts';

const source = path.join(import.meta.dirname, 'main.ts');
const main = findBundled(source);
const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
const readyMark = 'Ctrl+C stops it.';

let folder: string;
/** Of the first start, and used by later ones: a new one, with its database, takes two seconds. */
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-start-'));
  await chmod(folder, 0o711);
  dataDir = path.join(folder, 'data');
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

interface Start {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  /** The output so far. */
  output(): string;
  /** Exit code and all that was printed. */
  readonly ended: Promise<{ code: number | null; output: string }>;
}

/** Without the worker, which tries its media tools first: ffmpeg takes as long to start as all else. */
function start(environment: Record<string, string>, ...args: string[]): Start {
  return startProgram(main, { ROLE: 'web', ...environment }, ...args);
}

function startProgram(file: string, environment: Record<string, string>, ...args: string[]): Start {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes(readyMark)) resolve();
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    reject(new Error(`the server ended:\n${output}`));
    return { code: typeof code === 'number' ? code : null, output };
  });
  ready.catch(() => undefined);
  return { child, ready, output: () => output, ended };
}

const originIn = (output: string) => /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '';
const readinessOf = async (output: string) =>
  (await fetch(`${originIn(output)}/health/readiness`)).status;

/** The lines that a first start prints once. */
function firstAdminIn(output: string): { contactNumber: string; code: string } {
  const [, contactNumber = '', code = ''] =
    /Super administrator +(\S+)\s+One-time password +(\S+)/.exec(output) ?? [];
  return { contactNumber, code };
}

/** Command lines of living processes that name a folder: its database has it in its own. */
async function programsNaming(place: string): Promise<string[]> {
  // macOS has no /proc.
  const fromPs = async () =>
    (await promisify(execFile)('ps', ['-axo', 'command='])).stdout.split('\n');
  const fromProc = async (names: readonly string[]) => {
    const pids = names.filter((name) => /^\d+$/.test(name));
    return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  };
  const commands = await readdir('/proc').then(fromProc, fromPs);
  return commands.filter((command) => command.includes(place));
}

describe('a start over a data folder in use', () => {
  it('names the process that has it and ends, and leaves the first one running', async () => {
    // This one as `npm start` starts it; the others may be bundles of it.
    const first = startProgram(source, { DATA_DIR: dataDir });
    const beside = start({ DATA_DIR: path.join(folder, 'beside') });
    await Promise.all([first.ready, beside.ready]);
    // As it was made; a later start would close what is open.
    expect(await openToOthers(dataDir)).toEqual([]);
    expect(await readdir(dataDir)).toEqual(
      expect.arrayContaining(['master.key', 'media', 'pg', 'pg-lib', 'running.json']),
    );
    // Only to pass through, as the accounts of the database and of nginx do.
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
    // Two on two folders know nothing of each other.
    const { contactNumber, code } = firstAdminIn(first.output());
    expect(code).toMatch(/^\S{8,}$/);
    expect(firstAdminIn(beside.output()).code).not.toBe(code);
    expect(originIn(beside.output())).not.toBe(originIn(first.output()));
    beside.child.kill('SIGINT');
    expect((await beside.ended).code).toBe(0);

    const second = await start({ DATA_DIR: dataDir }).ended;
    expect(second.code).toBe(1);
    expect(second.output.trim()).toMatch(
      new RegExp(
        `^DATA_DIR is ${dataDir} and in use by process ${first.child.pid}, which runs since .* at http://localhost:\\d+: .*$`,
      ),
    );
    // A machine that is busy may answer the check of the database too late, once.
    await expect.poll(() => readinessOf(second.output)).toBe(200);
    const client = await createTestClient(originIn(first.output()));
    const { auth } = endpoints;
    const { setPasswordToken } = await client.call(auth.verify, { body: { contactNumber, code } });
    const body = { setPasswordToken, password: testPassword };
    await client.call(auth.setPassword, { body });

    // A kill leaves a note and a database behind, which need no manual clean-up.
    first.child.kill('SIGKILL');
    await first.ended;
    const third = start({ DATA_DIR: dataDir });
    await third.ready;
    expect(third.output()).not.toContain('One-time password');
    await expect.poll(() => readinessOf(third.output())).toBe(200);
    const again = await createTestClient(originIn(third.output()));
    await again.signIn(contactNumber, testPassword);
    expect(await again.call(auth.validate, {})).toMatchObject({ valid: true });
    expect(await programsNaming(dataDir)).toContainEqual(expect.stringContaining('postgres'));

    third.child.kill('SIGINT');
    expect((await third.ended).code).toBe(0);
    expect(await programsNaming(dataDir)).toEqual([]);
    await expect(fetch(originIn(third.output()))).rejects.toThrow();
  });
});

describe('a data folder', () => {
  it('is closed to other accounts, also what an earlier version left open, and works in a copy', async () => {
    const open = ['media', 'pg-lib', 'work', 'uploads', 'imports'];
    for (const name of open) {
      await mkdir(path.join(dataDir, name), { recursive: true });
      await chmod(path.join(dataDir, name), 0o755);
    }
    await chmod(path.join(dataDir, 'running.json'), 0o644);
    const second = start({ DATA_DIR: dataDir });
    await second.ready;
    expect(await openToOthers(dataDir)).toEqual([]);
    second.child.kill('SIGINT');
    const { output } = await second.ended;
    const closed = 'was open to other accounts of this machine and is closed to them now';
    expect(output.split(closed)).toHaveLength(open.length + 2);

    // A backup: the files of a stopped server are copied and restored elsewhere.
    const copy = path.join(folder, 'restored');
    await promisify(execFile)('cp', ['-a', dataDir, copy]);
    await rm(dataDir, { recursive: true });
    dataDir = copy;
    const third = start({ DATA_DIR: copy });
    await third.ready;
    third.child.kill('SIGINT');
    // Its administrator exists, and no other one is created.
    expect(await third.ended).toEqual({
      code: 0,
      output: expect.not.stringContaining('One-time password'),
    });
  });
});

it('brings a database up to date and ends, for the others to start on', async () => {
  const database = await createTestDatabase(inject('databaseServer'), 'template0');
  const environment = {
    DATA_DIR: path.join(folder, 'migrated'),
    DATABASE_URL: database.connectionString,
  };
  const first = await start(environment, '--migrate').ended;
  expect(first.code).toBe(0);
  expect(first.output).toContain('The database is up to date.');
  expect(first.output).not.toContain('Prahari is');
  expect(firstAdminIn(first.output).code).toMatch(/^\S{8,}$/);
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  // Neither its schema nor that of its queue is left to the first of them.
  const { rows } = await client.query(
    "SELECT to_regclass('public.users') IS NOT NULL AS ours, to_regclass('pgboss.queue') IS NOT NULL AS queue",
  );
  expect(rows).toEqual([{ ours: true, queue: true }]);
  await client.end();
  const again = await start(environment, '--migrate').ended;
  expect(again).toEqual({ code: 0, output: expect.not.stringContaining('One-time password') });
  await database.drop();
});

describe('a start that can not be', () => {
  it('says why in one sentence', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const { code, output } = await start({ DATA_DIR: file, DATABSE_URL: 'x' }).ended;
    expect(code).toBe(1);
    expect(output.trim().split(/\n+/)).toEqual([
      'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
      expect.stringMatching(/^ *DATA_DIR is .*file, which is or lies in a file: .*$/),
    ]);
  });

  it('leaves a database from before the first release alone, and says what to do', async () => {
    const database = await createTestDatabase(inject('databaseServer'), 'template0');
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query('CREATE TABLE kysely_migration (name text, timestamp text)');
    await client.query("INSERT INTO kysely_migration VALUES ('0001_foundation', '')");
    const { code, output } = await start({
      DATA_DIR: path.join(folder, 'unreleased'),
      DATABASE_URL: database.connectionString,
    }).ended;
    expect(code).toBe(1);
    expect(output.trim()).toMatch(
      /^The database is of a version from before the first release, .*$/,
    );
    const { rows } = await client.query(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    expect(rows).toEqual([{ relname: 'kysely_migration' }]);
    await client.end();
    await database.drop();
  });

  it('names the port that is in use, and leaves nothing running', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, output } = await start({ DATA_DIR: dataDir, PORT: String(port) }).ended;
    holder.close();
    expect(code).toBe(1);
    expect(output.trim()).toMatch(new RegExp(`^Port ${port} is in use.*PORT.*$`));
    expect(await programsNaming(dataDir)).toEqual([]);
  });

  it.each(['postgres://nobody:secret@127.0.0.1:1/nothing', 'not an address'])(
    'says that %s is no database, without its password',
    async (databaseUrl) => {
      const environment = { DATA_DIR: path.join(folder, 'no-base'), DATABASE_URL: databaseUrl };
      const { code, output } = await start(environment).ended;
      expect(code).toBe(1);
      expect(output.trim()).toMatch(/^.*DATABASE_URL.*$/);
      expect(output).not.toContain('secret');
    },
  );

  it('names all that the object storage lacks', async () => {
    const dataDir = path.join(folder, 'other');
    const { code, output } = await start({
      DATA_DIR: dataDir,
      STORAGE: 's3',
      PUBLIC_URL: 'http://learn.example.org',
    }).ended;
    expect(code).toBe(1);
    expect(output).toContain(
      'STORAGE=s3 needs S3_BUCKET, S3_ACCESS_KEY_FILE, S3_SECRET_KEY_FILE too.',
    );
    // Nothing was started for it, least of all a database.
    await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(output).toContain('PUBLIC_URL is http://learn.example.org, without TLS');
    expect(output).not.toMatch(/^ +at /m);
  });

  it('names both files of keys that can not be read', async () => {
    const { code, output } = await start({
      DATA_DIR: path.join(folder, 'other'),
      STORAGE: 's3',
      S3_BUCKET: 'lessons',
      S3_ACCESS_KEY_FILE: path.join(folder, 'no-id'),
      S3_SECRET_KEY_FILE: folder,
    }).ended;
    expect(code).toBe(1);
    expect(output).toContain(`S3_ACCESS_KEY_FILE (${folder}/no-id) can't be read: ENOENT.`);
    expect(output).toContain(`S3_SECRET_KEY_FILE (${folder}) can't be read: EISDIR.`);
  });
});
