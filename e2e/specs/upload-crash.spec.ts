import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { createApiClient } from '@prahari/testkit';
import { beginUpload, openPatch, uploadOffset } from '../client/tus-client.ts';
import { waitForJob } from '../client/videos.ts';
import { makeClip } from '../fixtures/clips.ts';
import { makeDataFolder, removeDataFolder } from '../fixtures/data-folder.ts';
import { activateFirstAdmin } from '../fixtures/first-admin.ts';
import { type RunningServer, startServer } from '../fixtures/server-process.ts';
import { test } from '../fixtures/watched-test.ts';

// The moments are sought by `upload-kills.int.test.ts`; here the database and the worker die too.
const kills = 2;
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

test('kill -9 in the middle of an upload, again and again: nothing that was confirmed is lost', async () => {
  test.setTimeout(180_000);
  const clip = await readFile(await makeClip(path.join(folder, 'clip.mp4'), { seconds: 4 }));
  // A box that every reader of MP4 skips makes it as large as it takes.
  const filler = Buffer.alloc(kills * 24 * mebibyte, 'prahari');
  filler.writeUInt32BE(filler.length, 0);
  filler.write('free', 4, 'latin1');
  const content = Buffer.concat([clip, filler]);
  const admin = await activateFirstAdmin(server);
  let { client } = admin;
  const id = await beginUpload(client, 'Killed many times', content.length);
  const file = path.join(folder, 'uploads', `${id}.resumable`);

  let offset = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const { request } = await openPatch(client, id, offset);
    let sentBytes = 0;
    const send = async (bytes: number) => {
      const from = offset + sentBytes;
      sentBytes += bytes;
      const hasRoom = request.write(content.subarray(from, from + bytes));
      if (!hasRoom) await once(request, 'drain');
    };
    await send(randomInt(mebibyte, 12 * mebibyte));
    if (kill % 2 === 0) {
      // Every other time, not before some of it is confirmed.
      const confirmed = async () => {
        await send(randomInt(1, 65_536));
        return uploadOffset(client, id);
      };
      await expect.poll(confirmed, { intervals: [50] }).toBeGreaterThan(offset);
    }
    await server.kill();
    request.destroy();

    server = await startServer({ dataDir: folder });
    client = await createApiClient(server.origin);
    await client.signIn(admin.contactNumber, admin.password);
    const resumeAt = await uploadOffset(client, id);
    expect(resumeAt).toBeGreaterThanOrEqual(offset);
    expect(resumeAt).toBeLessThanOrEqual(offset + sentBytes);
    const { size } = await stat(file);
    expect(resumeAt).toBeLessThanOrEqual(size);
    const kept = (await readFile(file)).subarray(0, resumeAt);
    expect(kept.equals(content.subarray(0, resumeAt))).toBe(true);
    offset = resumeAt;
  }

  expect(offset).toBeGreaterThan(0);
  const { request, status } = await openPatch(client, id, offset);
  request.end(content.subarray(offset));
  expect(await status).toBe(204);
  const job = await waitForJob(client, id);
  expect(job).toMatchObject({ state: 'completed', fileSizeBytes: content.length });
  const page = await client.call(endpoints.uploads.jobs, {});
  expect(page.total).toBe(1);
});
