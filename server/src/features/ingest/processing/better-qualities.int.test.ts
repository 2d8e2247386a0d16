import { writeFile } from 'node:fs/promises';
import type { EncryptionScheme } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { formatManifestPrefix } from '../../delivery/index.ts';
import { findVideo } from '../../videos/index.ts';
import { cancelProcessing, findJobDetail, retryProcessing } from './control-job.usecases.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

describe('a source with better qualities', () => {
  const revisionOf = async (videoId: string) =>
    (await findVideo(p.db, videoId))?.media_revision ?? 0;
  const manifestTextOf = async (videoId: string, scheme: EncryptionScheme) => {
    const folder = formatManifestPrefix(videoId, await revisionOf(videoId), scheme);
    return String(await p.storage.read(`${folder}/manifest.mpd`));
  };
  const manifestOf = async (videoId: string) => {
    const text = await manifestTextOf(videoId, 'cbcs');
    return [...text.matchAll(/height="(\d+)"/g)].map(([, lines]) => Number(lines)).sort();
  };

  it('plays in the lowest first; the others join without touching what players hold', async () => {
    const { jobId, videoId } = await p.uploadedWide();
    const failing = { ...p.tools, ffmpeg: p.at('ffmpeg-without-480') };
    const script = `case "$*" in *v480*) kill -9 $$;; esac; exec ${p.tools.ffmpeg} "$@"`;
    await writeFile(failing.ffmpeg, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const both = ['cbcs', 'cenc'] as const;
    await expect(p.run(jobId, undefined, failing, both)).rejects.toThrow();
    expect(await findVideo(p.db, videoId)).toMatchObject({
      status: 'ready',
      published: true,
    });
    expect(await manifestOf(videoId)).toEqual([144, 240]);
    expect(await manifestTextOf(videoId, 'cenc')).toMatch(/initialization="v240c\//);
    const held = await p.storage.read(`videos/${videoId}/v240/1.m4s`);
    const before = await p.storage.read(`${formatManifestPrefix(videoId, 1, 'cbcs')}/manifest.mpd`);

    await p.run(jobId);
    expect(await manifestOf(videoId)).toEqual([144, 240, 360, 480]);
    expect(await p.storage.read(`videos/${videoId}/v240/1.m4s`)).toEqual(held);
    expect(
      await p.storage.read(`${formatManifestPrefix(videoId, 1, 'cbcs')}/manifest.mpd`),
    ).toEqual(before);
    // They join in the schemes of the published renditions, even if others have been configured
    // since.
    const inCenc = await manifestTextOf(videoId, 'cenc');
    expect(inCenc.match(/initialization="v[^"]+"/g)).toHaveLength(4);
    const folders = [...inCenc.matchAll(/initialization="([^/]+)\//g)].map(([, name]) => name);
    for (const folder of folders) {
      expect(folder).toMatch(/\dc$|[a-z]c$/);
      expect(await p.storage.stat(`videos/${videoId}/${folder}/13.m4s`), folder).not.toBeNull();
    }
  });

  it('cut off at any moment continues, and never shows incomplete media', async () => {
    const { jobId, videoId } = await p.uploadedWide();
    // In the soak at many more.
    const growth = process.env['SOAK'] === 'on' ? 1.4 : 4;
    for (let ms = 40; (await p.standing(jobId)).state !== 'completed'; ms *= growth) {
      await p.run(jobId, AbortSignal.timeout(Math.ceil(ms))).catch(() => undefined);
      const revision = await revisionOf(videoId);
      const { status } = (await findVideo(p.db, videoId)) ?? {};
      expect(status).toBe(revision === 0 ? 'processing' : 'ready');
      if (revision === 0) continue;
      const shown = await manifestOf(videoId);
      expect([
        [144, 240],
        [144, 240, 360, 480],
      ]).toContainEqual(shown);
      for (const lines of shown) {
        const segment = `videos/${videoId}/v${lines}/13.m4s`;
        expect(await p.storage.stat(segment), segment).not.toBeNull();
      }
    }
    expect(await manifestOf(videoId)).toEqual([144, 240, 360, 480]);
    expect(await p.filesOf(jobId)).toEqual([]);
  });

  it('reports its progress, is cancelled within two seconds, keeps published media, and can be resumed', async () => {
    const { jobId, videoId } = await p.uploadedWide();
    const slow = { ...p.tools, ffmpeg: p.at('ffmpeg-slow') };
    const half = 'printf "out_time_us=13000000\\nspeed=2.0x\\nprogress=continue\\n"';
    const script = `case "$*" in *v480*) ${half}; exec sleep 60;; esac; exec ${p.tools.ffmpeg} "$@"`;
    await writeFile(slow.ffmpeg, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const working = p.run(jobId, undefined, slow);
    await expect
      .poll(async () => (await p.standing(jobId)).step, { timeout: 60_000, interval: 50 })
      .toBe('transcode_high');
    // What a page reads in the meantime: progress, speed and remaining time.
    await expect
      .poll(
        async () => (await findJobDetail(p, jobId)).steps.find(({ state }) => state === 'running'),
        { timeout: 30_000, interval: 100 },
      )
      .toMatchObject({ step: 'transcode_high', progress: 0.5, speed: 2, etaSeconds: 7 });
    const whole = await p.standing(jobId);
    expect(whole).toMatchObject({ step: 'transcode_high', speed: 2, eta_seconds: 7 });
    expect(whole.progress).toBeGreaterThan(0.2);
    const { by } = p;
    await cancelProcessing(p, by, jobId);
    const cancelledAt = performance.now();
    await working;
    // Left alone it would sleep for a minute.
    expect(performance.now() - cancelledAt).toBeLessThan(30_000);
    expect(await p.standing(jobId)).toMatchObject({ state: 'cancelled' });
    expect(await manifestOf(videoId)).toEqual([144, 240]);
    await expect(cancelProcessing(p, by, jobId)).rejects.toMatchObject({ status: 409 });

    await retryProcessing(p, by, jobId);
    await expect(retryProcessing(p, by, jobId)).rejects.toMatchObject({ status: 409 });
    await p.run(jobId);
    expect(await manifestOf(videoId)).toEqual([144, 240, 360, 480]);
    const { steps: seen, log: lines } = await findJobDetail(p, jobId);
    expect(seen.every(({ state }) => state === 'completed')).toBe(true);
    expect(lines.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['cancelled', 'taken up again']),
    );
    const acts = await p.db
      .selectFrom('admin_audit')
      .select(['action', 'actor_name', 'after'])
      .where('subject_id', '=', videoId)
      .orderBy('id')
      .execute();
    expect(acts).toEqual([
      { action: 'video.cancel-processing', actor_name: 'Ravi', after: { state: 'cancelled' } },
      { action: 'video.retry-processing', actor_name: 'Ravi', after: { state: 'queued' } },
    ]);
  });
});
