import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { presentDiskWait } from '../../../platform/disk/disk-wait.ts';
import { findMediaTools } from '../../../testing/media-tools.ts';
import { startTestServer } from '../../../testing/start-test-server.ts';
import { uploadVideo } from '../../../testing/upload-video.ts';
import { makeVideoClip } from '../../../testing/video-clip.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';

const mebibyte = 1024 ** 2;
const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const mount = (folder: string, size: string) =>
  runs('mount', '-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', folder);

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

it('a tool that takes the room of a database on its disk is ended, and the video waits', async ({
  skip,
}) => {
  if (!mount(p.at('work'), '200m')) skip('no right to mount a file system');
  p.databaseDirs.push(p.at('work'));
  try {
    const other = p.at('work', 'other');
    const { jobId } = await p.uploaded();
    // Behind the packager's beginning the disk fills, as it would by a long video.
    const slow = p.at('slow-packager');
    const steps = `head -c ${60 * mebibyte} /dev/zero >> '${other}'; sleep 300`;
    await writeFile(slow, `#!/bin/sh\n${steps}\n`, { mode: 0o755 });
    await writeFile(other, Buffer.alloc(100 * mebibyte));
    const begun = performance.now();
    await expect(
      p.run(jobId, new AbortController().signal, { ...p.tools, packager: slow }),
    ).rejects.toThrow('hardly any room');
    expect(performance.now() - begun).toBeLessThan(200_000);
    const full = { state: 'queued', attempts: 0, disk_wait: 'files', failure_code: null };
    const row = await p.standing(jobId);
    expect(row).toMatchObject(full);
    // What is missing to 64 MiB, and the same amount for the work.
    const free = row.disk_free_bytes ?? 0;
    expect(presentDiskWait(row)?.missingBytes).toBe(2 * 64 * mebibyte - free);
    expect(free).toBeLessThan(64 * mebibyte);

    // As if there were enough, so that it tries: it does not even begin.
    await p.db.updateTable('upload_jobs').set({ disk_wanted_bytes: 0 }).execute();
    await expect(p.run(jobId)).rejects.toThrow('hardly any room');
    expect(await p.standing(jobId)).toMatchObject(full);
    await rm(other);
    // The killed tool may still have it open, which keeps its bytes.
    const hasRoom = async () => {
      const { bavail, bsize } = await statfs(p.at('work'));
      expect(bavail * bsize).toBeGreaterThan(150 * mebibyte);
    };
    await vi.waitFor(hasRoom, { timeout: 30_000, interval: 20 });
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed', attempts: 1 });
  } finally {
    p.databaseDirs.pop();
    runs('umount', '-l', p.at('work'));
  }
}, 240_000);

it('a video leaves the embedded database its last room, and continues when there is more', async ({
  skip,
}) => {
  const disk = await mkdtemp(path.join(os.tmpdir(), 'prahari-disk-'));
  if (!mount(disk, '400m')) skip('no right to mount a file system');
  const environment = { DATA_DIR: disk, DATABASE_URL: '', DISK_RESERVE_BYTES: '0' };
  try {
    const server = await startTestServer({ worker: true, environment });
    const other = path.join(disk, 'other');
    try {
      const admin = await server.superAdmin();
      const tools = await findMediaTools();
      const content = (await makeVideoClip(tools, p.at())).bytes;
      const { bavail, bsize } = await statfs(disk);
      const size = bavail * bsize - 50 * mebibyte;
      await writeFile(other, Buffer.alloc(size));
      const { id } = await uploadVideo(server.origin, admin, { title: 'Light', content });
      const job = () => admin.call(endpoints.uploads.job, { params: { id } });
      const waits = { state: 'queued', diskWait: { disk: 'files' }, attempts: 0, failure: null };
      const isWaiting = async () => expect(await job()).toMatchObject(waits);
      await vi.waitFor(isWaiting, { timeout: 60_000, interval: 50 });
      expect((await job()).diskWait?.missingBytes).toBeGreaterThan(70 * mebibyte);
      await truncate(other, size - 200 * mebibyte);
      const isDone = async () =>
        expect(await job()).toMatchObject({ state: 'completed', diskWait: null, attempts: 1 });
      await vi.waitFor(isDone, { timeout: 60_000, interval: 200 });
      expect(server.logLines.join('')).not.toContain('PANIC');
    } finally {
      await server.stop();
    }
  } finally {
    runs('umount', '-l', disk);
    await rm(disk, { recursive: true, force: true });
  }
});
