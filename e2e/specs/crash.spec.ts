import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { createApiClient } from '@prahari/testkit';
import { fetchJob, uploadFile, waitForJob } from '../client/videos.ts';
import { makeClip } from '../fixtures/clips.ts';
import { makeDataFolder, removeDataFolder } from '../fixtures/data-folder.ts';
import { activateFirstAdmin } from '../fixtures/first-admin.ts';
import { listProcessesNaming } from '../fixtures/processes.ts';
import { type RunningServer, startServer } from '../fixtures/server-process.ts';
import { testWithoutServer as test } from '../fixtures/test.ts';

let folder: string;
let server: RunningServer;
test.beforeEach(async () => {
  folder = await makeDataFolder();
  server = await startServer({ dataDir: folder });
});
test.afterEach(async () => {
  try {
    await server.stop();
  } finally {
    await removeDataFolder(folder);
  }
});

/** Everything in the data folder below `name`, as relative paths; none when it is not there. */
async function listFilesBelow(name: string): Promise<string[]> {
  const found = await readdir(path.join(folder, name), { recursive: true }).catch(() => []);
  return found.map(String).sort();
}

/** Some end by themselves before they can be halted, which is as good. */
function halt(pid: number): void {
  try {
    process.kill(pid, 'SIGSTOP');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const converters = () =>
  listProcessesNaming(folder).filter(({ command }) => /ffmpeg/.test(command));

// In every run: `better-qualities.int.test.ts`, `orphans.int.test.ts`, a restart in `playback-trouble.spec.ts`.
test('kill -9 in mid-transcode: playback continues, and the next start resumes the job', {
  tag: '@soak',
}, async () => {
  const clip = await makeClip(path.join(folder, 'clip.mp4'), { seconds: 27, size: '1280x720' });
  const admin = await activateFirstAdmin(server);
  const job = await uploadFile(admin.client, 'Interrupted video', clip);
  await expect
    // How long the lower rungs take depends on the machine, as in `waitForJob`.
    .poll(async () => (await fetchJob(admin.client, job.id)).step, {
      timeout: 180_000,
      intervals: [50],
    })
    .toBe('transcode_high');
  await expect.poll(() => converters().length, { intervals: [20] }).toBeGreaterThan(0);
  const orphans = converters();

  await server.kill();
  // Halted, they can be ended only by the next start; otherwise they would end by themselves.
  for (const { pid } of orphans) halt(pid);
  expect(await listFilesBelow(`media/videos/${job.videoId}`)).toContain('r1/manifest.mpd');

  server = await startServer({ dataDir: folder });
  expect(server.firstAdmin).toBeUndefined();
  const left = () => converters().filter(({ pid }) => orphans.some((orphan) => orphan.pid === pid));
  await expect.poll(left).toEqual([]);

  const again = await createApiClient(server.origin);
  await again.signIn(admin.contactNumber, admin.password);
  const video = () => again.call(endpoints.videos.get, { params: { id: job.videoId } });
  expect(await video()).toMatchObject({ status: 'ready', published: true });
  expect(await waitForJob(again, job.id)).toMatchObject({ state: 'completed', failure: null });
  const { steps } = await fetchJob(again, job.id);
  const attempts = new Map(steps.map((step) => [step.step, step.attempts]));
  expect([attempts.get('transcode_low'), attempts.get('transcode_high')]).toEqual([1, 2]);

  expect(await readdir(path.join(folder, 'media', 'videos'))).toEqual([job.videoId]);
  expect(await listFilesBelow(`media/videos/${job.videoId}`)).toContain('r2/manifest.mpd');
  await expect.poll(() => listFilesBelow('work')).toEqual([]);
  await expect.poll(() => listFilesBelow('uploads')).toEqual([]);
});
