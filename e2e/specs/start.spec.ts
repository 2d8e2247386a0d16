import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { makeDataFolder, removeDataFolder } from '../fixtures/data-folder.ts';
import { processesNaming } from '../fixtures/processes.ts';
import { startInVain, startServer } from '../fixtures/server-process.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await makeDataFolder();
});
test.afterEach(() => removeDataFolder(folder));

/** What an operator reads: one sentence or two on one line, and no stack. */
function expectOneSentence(stderr: string, pattern: RegExp): void {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(pattern);
}

test('a used port ends the start with one clear sentence', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const ended = await startInVain({ dataDir: folder, environment: { PORT: port } });
  holder.close();
  expect(ended.exitCode).toBe(1);
  expectOneSentence(ended.stderr, new RegExp(`Port ${port} is in use.*PORT`));
  expect(ended.stdout).not.toContain('ready');
  expect(processesNaming(folder)).toEqual([]);
});

test('a DATABASE_URL without a database ends the start with one clear sentence', async () => {
  const environment = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing' };
  const ended = await startInVain({ dataDir: folder, environment });
  expect(ended.exitCode).toBe(1);
  expectOneSentence(ended.stderr, /DATABASE_URL/);
  expect(ended.stderr).not.toContain('secret');
});

test('a DATABASE_URL that is no address ends the start with one clear sentence', async () => {
  const environment = { DATABASE_URL: 'not an address' };
  const ended = await startInVain({ dataDir: folder, environment });
  expect(ended.exitCode).toBe(1);
  expectOneSentence(ended.stderr, /DATABASE_URL/);
});

test('a second start is ready too, and shows no password again', async () => {
  const first = await startServer({ dataDir: folder });
  expect(first.firstAdmin?.oneTimePassword).toMatch(/^\S{8,}$/);
  expect(await first.stop()).toBe(0);
  const second = await startServer({ dataDir: folder });
  expect(second.firstAdmin).toBeUndefined();
  expect((await fetch(`${second.origin}/health/readiness`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
});

test('two instances run side by side and know nothing of each other', async () => {
  const otherFolder = await makeDataFolder();
  const [one, other] = await Promise.all([
    startServer({ dataDir: folder }),
    startServer({ dataDir: otherFolder }),
  ]);
  expect(one.origin).not.toBe(other.origin);
  expect(one.firstAdmin?.oneTimePassword).not.toBe(other.firstAdmin?.oneTimePassword);
  expect(await one.stop()).toBe(0);
  expect((await fetch(`${other.origin}/health/readiness`)).status).toBe(200);
  expect(await other.stop()).toBe(0);
  await removeDataFolder(otherFolder);
});

test('SIGINT leaves no process of that data folder', async () => {
  const server = await startServer({ dataDir: folder });
  expect(processesNaming(folder).map(({ command }) => command)).toContainEqual(
    expect.stringContaining('postgres'),
  );
  expect(await server.stop()).toBe(0);
  expect(processesNaming(folder)).toEqual([]);
  await expect(fetch(server.origin)).rejects.toThrow();
});
