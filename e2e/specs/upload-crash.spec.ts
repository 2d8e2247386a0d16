import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { createApiClient } from '@prahari/testkit';
import { beginUpload, openPatch, readUploadOffset } from '../client/tus-client.ts';
import { waitForJob } from '../client/videos.ts';
import { makeClip } from '../fixtures/clips.ts';
import { makeDataFolder, removeDataFolder } from '../fixtures/data-folder.ts';
import { activateFirstAdmin } from '../fixtures/first-admin.ts';
import { type RunningServer, startServer } from '../fixtures/server-process.ts';
import { testWithoutServer as test } from '../fixtures/test.ts';

// Again and again, and at all moments: `upload-kills.int.test.ts`. Here the database and the worker die too.
const mebibyte = 1024 ** 2;

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

// In every run: `upload-kills.int.test.ts`, `kill-matrix.int.test.ts`.
test('kill -9 in the middle of an upload: nothing that was confirmed is lost', {
  tag: '@soak',
}, async () => {
  const clip = await readFile(await makeClip(path.join(folder, 'clip.mp4'), { seconds: 4 }));
  // A box that every reader of MP4 skips makes it as large as it takes.
  const filler = Buffer.alloc(24 * mebibyte, 'prahari');
  filler.writeUInt32BE(filler.length, 0);
  filler.write('free', 4, 'latin1');
  const content = Buffer.concat([clip, filler]);
  const admin = await activateFirstAdmin(server);
  let { client } = admin;
  const id = await beginUpload(client, 'Killed in the middle', content.length);
  const file = path.join(folder, 'uploads', `${id}.resumable`);

  const killed = await openPatch(client, id, 0);
  let sentBytes = 0;
  const send = async (bytes: number) => {
    const from = sentBytes;
    sentBytes += bytes;
    const hasRoom = killed.request.write(content.subarray(from, sentBytes));
    if (!hasRoom) await once(killed.request, 'drain');
  };
  await send(randomInt(mebibyte, 12 * mebibyte));
  // Not before some of it is confirmed.
  const confirmed = async () => {
    await send(randomInt(1, 65_536));
    return readUploadOffset(client, id);
  };
  await expect.poll(confirmed, { intervals: [50] }).toBeGreaterThan(0);
  const known = await readUploadOffset(client, id);
  await server.kill();
  killed.request.destroy();

  server = await startServer({ dataDir: folder });
  client = await createApiClient(server.origin);
  await client.signIn(admin.contactNumber, admin.password);
  const offset = await readUploadOffset(client, id);
  expect(offset).toBeGreaterThanOrEqual(known);
  expect(offset).toBeLessThanOrEqual(sentBytes);
  const { size } = await stat(file);
  expect(offset).toBeLessThanOrEqual(size);
  const kept = (await readFile(file)).subarray(0, offset);
  expect(kept.equals(content.subarray(0, offset))).toBe(true);

  const { request, status } = await openPatch(client, id, offset);
  request.end(content.subarray(offset));
  expect(await status).toBe(204);
  const job = await waitForJob(client, id);
  expect(job).toMatchObject({ state: 'completed', fileSizeBytes: content.length });
  const page = await client.call(endpoints.uploads.jobs, {});
  expect(page.total).toBe(1);
});
