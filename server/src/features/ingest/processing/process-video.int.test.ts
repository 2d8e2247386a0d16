import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { systemClock as clock } from '../../../platform/clock/clock.ts';
import { createFixedKeys } from '../../../platform/crypto/seal.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { presentDiskWait } from '../../../platform/disk/disk-wait.ts';
import {
  claimLease,
  type HeldTrx,
  LeaseLost,
  LeaseTaken,
  settleLease,
  triesWithoutProgress,
  writeWithLease,
} from '../../../platform/jobs/lease.ts';
import { takeOver } from '../../../platform/testing/lapse-leases.ts';
import { readStoredKeys } from '../../../testing/stored-keys.ts';
import { findVideo } from '../../videos/index.ts';
import { listKeysOfVideo } from '../keys/content-keys.repository.ts';
import { completeJob, jobToLease, recordJobProgress, requeueJob } from './attempts.repository.ts';
import { findJobDetail } from './control-job.usecases.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';
import { listSteps } from './steps.repository.ts';
import { removeLeftovers } from './tasks/remove-leftovers.task.ts';

const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

/** Whether a try is made shows by what it finds, without a video that is made for it. */
async function uploadedText() {
  const job = await p.uploaded();
  await writeFile(p.at('uploads', job.source), 'no video at all');
  return job;
}
const foundToBeText = { state: 'failed', failure_code: 'unknown_format' } as const;

describe('a try that dies with its process', () => {
  it('is followed by another, which finishes with the same keys and replaces a half-done publication', async () => {
    const { jobId, videoId, source } = await p.uploaded();
    await p.dieTrying(jobId);
    const contentKeys = p.keyring(p.masterKey);
    const before = await contentKeys.ensure(
      { videoId, generation: 1, scheme: 'cbcs' },
      new Set(['AUDIO', 'SD'] as const),
    );
    await mkdir(p.at('work', jobId, '1', 'transcoded'), { recursive: true });
    await writeFile(p.at('work', jobId, '1', 'transcoded', 'v180.mp4'), 'half a file');
    await mkdir(p.at('half'));
    await writeFile(p.at('half', '9.m4s'), 'of the first try');
    await p.storage.publish(p.at('half'), `videos/${videoId}/v180`);
    await mkdir(p.at('media', 'videos', videoId, `v180.${uuidv7()}.new`));
    await p.run(jobId);
    const done = { state: 'completed', attempts: 2, progress: 1 };
    expect(await p.standing(jobId)).toMatchObject(done);
    const video = await findVideo(p.db, videoId);
    expect(video).toMatchObject({ status: 'ready', published: true });
    const after = await readStoredKeys(p, videoId);
    for (const { qualityClass, key } of after) expect(before[qualityClass]?.key).toEqual(key);
    expect(await p.filesOf(jobId)).toEqual([]);
    const media = p.at('media', 'videos', videoId);
    expect((await readdir(media)).sort()).toEqual(
      [
        'audio',
        'audiolow',
        'poster.card.jpg',
        'poster.jpg',
        'r1',
        'slides',
        'storyboard',
        'v144',
        'v180',
      ].sort(),
    );
    expect((await readdir(path.join(media, 'v180'))).sort()).toEqual(
      ['1.m4s', 'init.mp4', 'media.m3u8'].sort(),
    );
    // nginx in front reads what is published as a member of its group; other accounts don't.
    for (const name of ['', ...(await readdir(media, { recursive: true }))]) {
      const { mode } = await stat(path.join(media, name));
      expect(mode & 0o047, name).toBe(0o040);
    }

    // One that had finished only leaves files.
    await copyFile(p.clip, p.at('uploads', source));
    await mkdir(p.at('work', jobId));
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject(done);
    expect(await p.filesOf(jobId)).toEqual([]);
  });

  it('is given up with a clear message when that happens repeatedly', async () => {
    const { jobId, videoId } = await p.uploaded();
    for (let i = 0; i < triesWithoutProgress; i += 1) await p.dieTrying(jobId);
    await p.run(jobId);
    const job = await p.standing(jobId);
    expect(job).toMatchObject({ state: 'failed', failure_code: 'interrupted' });
    expect(await findVideo(p.db, videoId)).toMatchObject({ status: 'failed' });
  });

  it('costs no try when it made progress', async () => {
    const { jobId } = await p.uploaded();
    const broken = { ...p.tools, packager: p.at('no-such-program') };
    const signal = new AbortController().signal;
    for (let i = 1; i < triesWithoutProgress; i += 1) await p.dieTrying(jobId);
    // The last one makes the renditions, and fails behind them.
    for (let more = 0; more < triesWithoutProgress - 1; more += 1) {
      await expect(p.run(jobId, signal, broken)).rejects.toThrow();
      expect(await p.standing(jobId)).toMatchObject({
        state: 'queued',
        attempts: triesWithoutProgress + more,
      });
    }
    await p.run(jobId, signal, broken);
    const { state, failure_code } = await p.standing(jobId);
    expect([state, failure_code]).toEqual(['failed', 'tool_failed']);
  });
});

describe('a full disk', () => {
  it('delays the job and costs no try; the job continues when there is room', async ({ skip }) => {
    const mebibyte = 1024 ** 2;
    const mount = ['-t', 'tmpfs', '-o', 'size=200m', 'none', p.at('work')];
    const mounted = runs('mount', ...mount);
    if (!mounted) skip('no right to mount a file system');
    try {
      const { jobId } = await p.uploaded();
      const run = p.taskWith(p.masterKey);
      const signal = new AbortController().signal;
      const take = () => run({ data: { jobId }, signal });
      const fill = (bytes: number) => writeFile(p.at('work', 'other'), Buffer.alloc(bytes));
      await fill(200 * mebibyte - 24 * 1024);
      await expect(take()).rejects.toThrow();
      const full = { state: 'queued', attempts: 0, failure_code: null, disk_wait: 'files' };
      const first = await p.standing(jobId);
      expect(first).toMatchObject(full);
      expect(presentDiskWait(first)).toEqual({ disk: 'files', missingBytes: 64 * mebibyte });
      const { log } = await findJobDetail(p, jobId);
      const wanted = `waits until ${first.disk_wanted_bytes} bytes are free`;
      expect(log.at(-1)?.message).toContain(wanted);
      // Too little room counts as none: no worker tries, and all see how much is still missing.
      const elsewhere = p.taskWith(p.masterKey);
      await fill(180 * mebibyte);
      for (let i = 0; i < triesWithoutProgress; i += 1) {
        await expect(take()).rejects.toThrow('room');
        await expect(elsewhere({ data: { jobId }, signal })).rejects.toThrow('room');
      }
      const later = await p.standing(jobId);
      expect(later).toMatchObject(full);
      const madeBytes = (later.disk_free_bytes ?? 0) - (first.disk_free_bytes ?? 0);
      expect(madeBytes).toBeGreaterThan(19 * mebibyte);
      expect(presentDiskWait(later)?.missingBytes).toBe(64 * mebibyte - madeBytes);
      expect((await findJobDetail(p, jobId)).log).toHaveLength(log.length);
      await rm(p.at('work', 'other'));
      await take();
      const done = { state: 'completed', attempts: 1, disk_wait: null, disk_wanted_bytes: null };
      expect(await p.standing(jobId)).toMatchObject(done);
    } finally {
      runs('umount', p.at('work'));
    }
  });
});

describe('a try', () => {
  it('that a stop of the server cuts off is not counted', async () => {
    const { jobId } = await uploadedText();
    const stopping = new AbortController();
    stopping.abort();
    await expect(p.run(jobId, stopping.signal)).rejects.toThrow();
    expect(await p.standing(jobId)).toMatchObject({ state: 'queued', attempts: 0, step: null });
    expect(await p.filesOf(jobId)).toContain(`${jobId}.source`);
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject({ ...foundToBeText, attempts: 1 });
  });

  it('that fails without fault of the file is repeated, and in the end given up', async () => {
    const { jobId, videoId } = await p.uploaded();
    const broken = { ...p.tools, packager: p.at('no-such-program') };
    const signal = new AbortController().signal;
    for (let i = 1; i < triesWithoutProgress; i += 1) {
      await expect(p.run(jobId, signal, broken)).rejects.toThrow();
      expect(await p.standing(jobId)).toMatchObject({ state: 'queued', attempts: i });
      const { log, steps } = await findJobDetail(p, jobId);
      expect(log.at(-1)?.message).toMatch(new RegExp(`^try ${i} failed: \\w`));
      expect(log.at(-1)?.message).not.toContain(p.at());
      const packaging = steps.find(({ step }) => step === 'package_low');
      expect(packaging).toMatchObject({ state: 'waiting', progress: 0, etaSeconds: null });
    }
    await p.run(jobId, signal, broken);
    const job = await p.standing(jobId);
    expect(job).toMatchObject({
      state: 'failed',
      step: 'package_low',
      attempts: triesWithoutProgress,
    });
    expect(job.failure_message).not.toContain(p.at());
    const failed = await p.db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'video.failed');
    const told = (await failed.execute()).map((event) => event.data);
    expect(told).toContainEqual({ videoId, jobId, code: job.failure_code });

    // Resumed, it continues where it ended.
    expect(await requeueJob(p.db, jobId, clock.now())).toBe(true);
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed', failure_code: null });
    const tries = new Map((await listSteps(p.db, jobId)).map((row) => [row.step, row.attempts]));
    expect([tries.get('transcode_low'), tries.get('package_low')]).toEqual([
      1,
      triesWithoutProgress + 1,
    ]);
    expect(await p.filesOf(jobId)).toEqual([]);
  });

  it('whose file is at fault is final, and leaves nothing', async () => {
    const { jobId, videoId } = await uploadedText();
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject(foundToBeText);
    expect(await requeueJob(p.db, jobId, clock.now())).toBe(false);
    expect(await listKeysOfVideo(p.db, videoId)).toEqual([]);
    expect(await p.filesOf(jobId)).toEqual([]);
  });

  it('that was assumed dead can neither report nor finish', async () => {
    const { jobId } = await p.uploaded();
    const first = await p.dieTrying(jobId);
    const second = await claimLease(p.db, jobToLease(jobId));
    const at = { step: 'transcode_low', progress: 0.5, speed: 1, etaSeconds: 9 } as const;
    const report = (trx: HeldTrx) => recordJobProgress(trx, jobId, at, clock.now());
    const finish = (trx: HeldTrx) => completeJob(trx, jobId, clock.now());
    await expect(writeWithLease(p.db, first, report)).rejects.toThrow(LeaseLost);
    await expect(settleLease(p.db, first, finish)).rejects.toThrow(LeaseLost);
    expect(await p.standing(jobId)).toMatchObject({ state: 'queued', progress: 0 });
    await writeWithLease(p.db, second!, report);
    await settleLease(p.db, second!, finish);
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed', progress: 1 });
  });

  it('that another worker holds is left to it', async () => {
    const { jobId } = await uploadedText();
    const held = await claimLease(p.db, jobToLease(jobId));
    await expect(p.run(jobId)).rejects.toThrow(LeaseTaken);
    await settleLease(p.db, held!, async () => {});
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject({ ...foundToBeText, attempts: 2 });
  });

  it('that is overtaken ends itself, and leaves job and files to the new holder', async () => {
    const { jobId, videoId, source } = await p.uploaded();
    const slow = p.at('overtaken-packager');
    const tools = { ...p.tools, packager: slow };
    await writeFile(slow, '#!/bin/sh\nsleep 30\n', { mode: 0o755 });
    const running = p.run(jobId, new AbortController().signal, tools);
    const isPackaging = async () => expect((await p.standing(jobId)).step).toBe('package_low');
    await vi.waitFor(isPackaging, { timeout: 30_000, interval: 5 });
    const other = await takeOver(p.db, jobToLease(jobId));
    await running;
    expect(await p.standing(jobId)).toMatchObject({ fence: other.fence, state: 'running' });
    expect(await findVideo(p.db, videoId)).toMatchObject({ status: 'processing' });
    expect(await p.filesOf(jobId)).toContain(source);
  });

  it('whose video is purged during it leaves nothing of it in the store', async () => {
    const { jobId, videoId } = await p.uploaded();
    const prefix = `videos/${videoId}`;
    // For longer than PostgreSQL waits until it looks for a deadlock: the purge would be its victim.
    const countWaiting = async (trx: Trx) => {
      // What a transaction saw once, it would go on to see.
      await sql`SELECT pg_stat_clear_snapshot()`.execute(trx);
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query_start < clock_timestamp() - interval '1.5 seconds'`.execute(trx);
      return rows.length;
    };
    const [begun, purged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const publish = p.storage.publish.bind(p.storage);
    const held = vi.spyOn(p.storage, 'publish').mockImplementationOnce(async (...given) => {
      begun.resolve();
      await purged.promise;
      await publish(...given);
    });
    const running = p.run(jobId);
    await begun.promise;
    held.mockRestore();
    // As a purge does: the row is locked until everything is removed. Its job goes with it, which the
    // worker, waiting for the video, must not hold.
    await p.db.transaction().execute(async (trx) => {
      await trx.selectFrom('videos').where('id', '=', videoId).forUpdate().execute();
      await p.storage.removePrefix(prefix);
      purged.resolve();
      await vi.waitFor(async () => expect(await countWaiting(trx)).toBeGreaterThan(0), {
        timeout: 30_000,
      });
      await trx.deleteFrom('videos').where('id', '=', videoId).execute();
    });
    await running;
    for await (const { key } of p.storage.list(prefix)) expect.fail(key);
  });

  it('without its file says so', async () => {
    const { jobId, source } = await p.uploaded();
    await rm(p.at('uploads', source));
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject({
      state: 'failed',
      failure_code: 'source_missing',
    });
  });

  it('under another master key fails, and changes no key', async () => {
    const { jobId, videoId } = await p.uploaded();
    const contentKeys = p.keyring(p.masterKey);
    await contentKeys.ensure({ videoId, generation: 1, scheme: 'cbcs' }, new Set(['SD'] as const));
    const other = p.taskWith(createFixedKeys(randomBytes(32)));
    const signal = new AbortController().signal;
    await expect(other({ data: { jobId }, signal })).rejects.toThrow(/sealed/);
    expect((await readStoredKeys(p, videoId)).map((key) => key.qualityClass)).toEqual(['SD']);
  });
});

describe('leftovers', () => {
  it('are removed when they are old and belong to no open job; nothing else is', async () => {
    const open = await p.uploaded();
    const [oldId, youngId] = [uuidv7(), uuidv7()];
    const old = new Date(clock.now().getTime() - 3_600_000);
    await writeFile(p.at('uploads', `${oldId}.source`), 'x');
    await writeFile(p.at('uploads', `${youngId}.source`), 'x');
    await writeFile(p.at('uploads', 'notes.txt'), 'x');
    await mkdir(p.at('work', oldId, '1'), { recursive: true });
    const aged = [
      p.at('uploads', `${oldId}.source`),
      p.at('uploads', open.source),
      p.at('uploads', 'notes.txt'),
      p.at('work', oldId),
    ];
    for (const file of aged) await utimes(file, old, old);
    await removeLeftovers({ ...p, ...p.folders });
    const left = [...(await readdir(p.at('uploads'))), ...(await readdir(p.at('work')))];
    expect(left).toEqual(expect.arrayContaining([open.source, `${youngId}.source`, 'notes.txt']));
    expect(left.filter((name) => name.startsWith(oldId))).toEqual([]);
  });
});
