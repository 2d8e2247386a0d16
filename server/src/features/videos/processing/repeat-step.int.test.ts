import { writeFile } from 'node:fs/promises';
import type { ProcessingStep } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openProcessing, type Processing } from './processing.fixture.ts';

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

const by = () => ({ userId: p.userId, address: 'local' });
const stepsOf = async (jobId: string) =>
  new Map((await p.steps.ofJob(p.db, jobId)).map((row) => [row.step, row]));
const triesOf = async (jobId: string) =>
  new Map([...(await stepsOf(jobId))].map(([step, { attempts }]) => [step, attempts]));
const repeatable = async (jobId: string) =>
  (await p.steer.detail(jobId)).steps.filter((one) => one.repeatable).map(({ step }) => step);

/** An ffmpeg that fails whenever its words hold this one. */
async function ffmpegWithout(word: string) {
  const ffmpeg = p.at(`ffmpeg-${uuidv7()}`);
  const script = `case "$*" in *${word}*) kill -9 $$;; esac; exec ${p.tools.ffmpeg} "$@"`;
  await writeFile(ffmpeg, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { ...p.tools, ffmpeg };
}

describe('one step of a lecture that is whole', () => {
  it('is done again by itself, out of what is published, while the video plays', async () => {
    const { jobId, videoId } = await p.uploadedWide();
    await p.run(jobId);
    expect(await p.filesOf(jobId)).toEqual([]);
    const before = await triesOf(jobId);
    expect(await repeatable(jobId)).toEqual(['poster', 'storyboard']);

    const at = (name: string) => `videos/${videoId}/${name}`;
    const held = await p.storage.read(at('v480/1.m4s'));
    const sheet = await p.storage.read(at('storyboard/1.jpg'));
    const track = await p.storage.read(at('storyboard/index.vtt'));
    const slides = await p.storage.read(at('slides/index.vtt'));
    expect(String(slides)).toContain('1.jpg#xywh=0,0,638,360');
    await p.storage.removePrefix(at('storyboard'));
    // As if the lesson were of before there were slides.
    await p.storage.removePrefix(at('slides'));
    await p.db.updateTable('videos').set({ has_slides: false }).execute();
    await p.storage.removePrefix(at('poster.jpg'));
    for (const step of ['storyboard', 'poster'] as const) {
      await p.steer.retryStep(by(), jobId, step);
      expect((await p.videos.findById(p.db, videoId))?.status).toBe('ready');
      await p.run(jobId);
      expect(await p.standing(jobId)).toMatchObject({ state: 'completed', progress: 1 });
    }
    expect(await p.storage.read(at('storyboard/index.vtt'))).toEqual(track);
    expect(await p.storage.read(at('slides/index.vtt'))).toEqual(slides);
    expect((await p.videos.findById(p.db, videoId))?.has_slides).toBe(true);
    // Of the same pictures, give or take the encoder: a sheet of them, not an empty one.
    const again = await p.storage.stat(at('storyboard/1.jpg'));
    expect(again?.sizeBytes).toBeGreaterThan((sheet?.length ?? 0) * 0.8);
    expect((await p.storage.stat(at('poster.jpg')))?.sizeBytes).toBeGreaterThan(1000);
    expect(await p.storage.read(at('v480/1.m4s'))).toEqual(held);
    const after = await triesOf(jobId);
    for (const [step, tries] of after) {
      const isRepeated = step === 'storyboard' || step === 'poster';
      expect(tries, step).toBe((before.get(step) ?? 0) + (isRepeated ? 1 : 0));
    }
    expect(await p.filesOf(jobId)).toEqual([]);
    const acts = await p.db
      .selectFrom('admin_audit')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('subject_id', '=', videoId)
      .orderBy('id')
      .execute();
    expect(acts).toEqual(
      ['storyboard', 'poster'].map((step) => ({
        ...{ action: 'video.retry-step', actor_name: 'Ravi', before: { state: 'completed' } },
        after: { state: 'queued', step },
      })),
    );
  });

  it('that fails again takes nothing away, and can be done once more', async () => {
    const { jobId, videoId } = await p.uploaded();
    await p.run(jobId);
    await p.steer.retryStep(by(), jobId, 'storyboard');
    const broken = await ffmpegWithout('tile=');
    for (let i = 0; i < 3; i += 1) {
      await expect(p.run(jobId, undefined, broken)).rejects.toThrow();
    }
    await p.run(jobId, undefined, broken);
    expect(await p.standing(jobId)).toMatchObject({ state: 'failed', step: 'storyboard' });
    const video = await p.videos.findById(p.db, videoId);
    expect(video).toMatchObject({ status: 'ready', published: true });
    expect(await p.storage.stat(`videos/${videoId}/storyboard/1.jpg`)).not.toBeNull();
    await p.steer.retryStep(by(), jobId, 'storyboard');
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed', failure_code: null });
  });
});

describe('one step of a lecture that failed', () => {
  it('is done again with what rests on it, and then the rest', async () => {
    const { jobId, videoId } = await p.uploadedWide();
    const broken = await ffmpegWithout('tile=');
    for (let i = 0; i < 3; i += 1) {
      await expect(p.run(jobId, undefined, broken)).rejects.toThrow();
    }
    await p.run(jobId, undefined, broken);
    expect(await p.standing(jobId)).toMatchObject({ state: 'failed', step: 'storyboard' });
    expect(await repeatable(jobId)).toEqual([
      ...['probe', 'validate', 'poster', 'transcode_high', 'package_high', 'storyboard'],
    ]);
    await p.steer.retryStep(by(), jobId, 'transcode_high');
    const waiting = [...(await stepsOf(jobId))].filter(([, { state }]) => state === 'waiting');
    expect(waiting.map(([step]) => step)).toEqual([
      ...['transcode_high', 'package_high', 'storyboard', 'publish'],
    ]);
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed' });
    const tries = await triesOf(jobId);
    const counted: [ProcessingStep, number][] = [
      ['transcode_low', 1],
      ['publish_low', 1],
      ['transcode_high', 2],
      ['package_high', 2],
      ['storyboard', 5],
      ['publish', 1],
    ];
    for (const [step, count] of counted) expect(tries.get(step), step).toBe(count);
    expect(await p.mediaRevision(videoId)).toBe(2);
  });
});

describe('a step', () => {
  it('is repeated once when two ask at once, and never while its job is under way', async () => {
    const { jobId } = await p.uploaded();
    await expect(p.steer.retryStep(by(), jobId, 'poster')).rejects.toMatchObject({ status: 409 });
    await p.run(jobId);
    const asked = await Promise.allSettled(
      ['poster', 'storyboard', 'poster'].map((step) =>
        p.steer.retryStep(by(), jobId, step === 'poster' ? 'poster' : 'storyboard'),
      ),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of asked) {
      if (one.status === 'rejected') {
        expect(one.reason).toMatchObject({
          status: 409,
          details: { reason: 'step_not_repeatable' },
        });
      }
    }
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed' });
  });

  it('whose qualities are published is refused, and so is one of no job', async () => {
    const { jobId } = await p.uploaded();
    await p.run(jobId);
    for (const step of ['probe', 'transcode_low', 'publish_low', 'publish'] as const) {
      await expect(p.steer.retryStep(by(), jobId, step)).rejects.toMatchObject({ status: 409 });
    }
    await expect(p.steer.retryStep(by(), uuidv7(), 'poster')).rejects.toMatchObject({
      status: 404,
    });
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed' });
  });
});
