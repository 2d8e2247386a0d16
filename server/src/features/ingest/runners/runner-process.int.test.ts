import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { findBundled } from '@prahari/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchSegment, playVideo } from '../../../testing/play-video.ts';
import { setConfig } from '../../../testing/set-config.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { uploadVideo } from '../../../testing/upload-video.ts';
import { waitForExit } from '../processing/doomed-worker.fixture.ts';
import { makeLecture } from './runners.fixture.ts';

const program = findBundled(
  path.join(import.meta.dirname, '..', '..', '..', 'commands', 'run-runner.ts'),
);
const eventually = <Found>(check: () => Promise<Found>) =>
  vi.waitFor(check, { timeout: 180_000, interval: 100 });

let server: TestServer;
let folder: string;
let runner: ChildProcess;
let said = '';

beforeEach(async () => {
  server = await startTestServer({ worker: true });
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-runner-'));
  await setConfig(server, { security: { remoteRunners: true } });
});
afterEach(async () => {
  runner.kill('SIGKILL');
  await waitForExit(runner);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the command as an operator does. */
function start(token?: string): void {
  said = '';
  const { RUNNER_TOKEN: _, ...environment } = process.env;
  runner = spawn(process.execPath, [program, '--server', server.origin, '--folder', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: token === undefined ? environment : { ...environment, RUNNER_TOKEN: token },
  });
  for (const stream of [runner.stdout, runner.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
}
const hasSaid = (text: string) => eventually(async () => expect(said).toContain(text));

async function invite(): Promise<string> {
  const admin = await server.superAdmin();
  return (await admin.call(endpoints.runners.invite, { body: { name: 'Library' } })).token;
}

async function findRunner() {
  const admin = await server.superAdmin();
  const { items } = await admin.call(endpoints.runners.list, {});
  if (!items[0]) throw new Error('there is no runner');
  return items[0];
}

async function upload(seconds: number) {
  const admin = await server.superAdmin();
  const file = path.join(folder, 'lecture.mp4');
  await makeLecture(file, seconds);
  const content = new Uint8Array(await readFile(file));
  return uploadVideo(server.origin, admin, { title: 'Light', publish: true, content });
}

async function waitUntilReady(id: string): Promise<void> {
  const admin = await server.superAdmin();
  await eventually(async () => {
    const now = await admin.call(endpoints.uploads.job, { params: { id } });
    expect(now.state).toBe('completed');
  });
}

it('makes parts of a video beside the worker, which then plays', async () => {
  start(await invite());
  await hasSaid('Helping');
  expect(said).toContain('Registered as "Library".');
  // Nobody else on that computer reads the secret.
  expect((await stat(path.join(folder, 'runner.json'))).mode & 0o777).toBe(0o600);
  await waitUntilReady((await upload(170)).id);
  const { partsMade, resultsRefused, state } = await findRunner();
  expect({ resultsRefused, state }).toEqual({ resultsRefused: 0, state: 'active' });
  expect(partsMade).toBeGreaterThan(0);

  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const [video] = (await learner.call(endpoints.videos.list, {})).items;
  const stream = await playVideo(learner, video?.id ?? '');
  expect(await fetchSegment(server.origin, learner, stream, 'v180/1.m4s')).toBe(200);

  runner.kill('SIGTERM');
  await waitForExit(runner);
  expect({ code: runner.exitCode, said }).toMatchObject({ code: 0 });
  // The source goes with the next look for work; none is left behind a planned stop.
  expect(await readdir(folder)).toEqual(['lecture.mp4', 'runner.json']);
}, 300_000);

it('goes on with its secret, and ends with a sentence when it is revoked', async () => {
  start(await invite());
  await hasSaid('Helping');
  runner.kill('SIGKILL');
  await waitForExit(runner);
  start();
  await hasSaid('Helping');
  expect(said).not.toContain('Registered');
  const admin = await server.superAdmin();
  await admin.call(endpoints.runners.revoke, { params: { id: (await findRunner()).id } });
  await waitForExit(runner);
  expect(runner.exitCode).toBe(1);
  expect(said).toContain('This runner was revoked');
}, 120_000);

it('costs a video nothing when it is killed in mid-part, or revoked', async () => {
  start(await invite());
  await hasSaid('Helping');
  const killed = await upload(170);
  await hasSaid('Making part');
  runner.kill('SIGKILL');
  await waitForExit(runner);
  await waitUntilReady(killed.id);
  start();
  await hasSaid('Helping');
  const revoked = await upload(170);
  await hasSaid('Making part');
  const admin = await server.superAdmin();
  await admin.call(endpoints.runners.revoke, { params: { id: (await findRunner()).id } });
  await waitForExit(runner);
  expect(runner.exitCode).toBe(1);
  await waitUntilReady(revoked.id);
  // Nothing of the videos stays on that computer.
  expect(await readdir(folder)).toEqual(['lecture.mp4', 'runner.json']);
}, 300_000);

it('waits where no runner may convert, and while the server is away', async () => {
  await setConfig(server, { security: { remoteRunners: false } });
  start(await invite());
  await hasSaid('allows no remote runners');
  expect(runner.exitCode).toBeNull();
  runner.kill('SIGINT');
  await waitForExit(runner);
  expect(runner.exitCode).toBe(0);
  await server.leave();
  start();
  await hasSaid('Trying again in');
  expect(runner.exitCode).toBeNull();
}, 120_000);

it('accepts no token that was used', async () => {
  const token = await invite();
  start(token);
  await hasSaid('Helping');
  runner.kill('SIGKILL');
  await waitForExit(runner);
  await rm(path.join(folder, 'runner.json'));
  start(token);
  await waitForExit(runner);
  expect(runner.exitCode).toBe(1);
  expect(said).toContain('Not registered: This token was used');
}, 120_000);
