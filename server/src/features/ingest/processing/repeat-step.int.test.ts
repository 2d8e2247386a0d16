import { writeFile } from 'node:fs/promises';
import { type ProcessingStep, processingSteps } from '@prahari/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findVideo } from '../../videos/index.ts';
import { removePictures } from '../pictures/tasks/remove-pictures.task.ts';
import { findJobDetail, retryStep } from './control-job.usecases.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';
import { listSteps } from './steps.repository.ts';

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

const by = () => p.by;

/** Of small pictures, whole; its steps are repeated again and again. */
let converted: ReturnType<typeof convert> | undefined;
function wholeVideo(): ReturnType<typeof convert> {
  converted ??= convert();
  return converted;
}
async function convert() {
  const job = await p.uploaded();
  await p.run(job.jobId);
  return job;
}

const stepsOf = async (jobId: string) =>
  new Map((await listSteps(p.db, jobId)).map((row) => [row.step, row]));
const triesOf = async (jobId: string) =>
  new Map([...(await stepsOf(jobId))].map(([step, { attempts }]) => [step, attempts]));
const repeatable = async (jobId: string) =>
  (await findJobDetail(p, jobId)).steps.filter((one) => one.repeatable).map(({ step }) => step);

/** An ffmpeg that fails whenever its words hold this one. */
async function ffmpegWithout(word: string) {
  const ffmpeg = p.at(`ffmpeg-${uuidv7()}`);
  const script = `case "$*" in *${word}*) kill -9 $$;; esac; exec ${p.tools.ffmpeg} "$@"`;
  await writeFile(ffmpeg, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { ...p.tools, ffmpeg };
}

describe('one step of a video that is whole', () => {
  it('is repeated alone, from the published media, while the video plays', async () => {
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
    // As if the video were older than slides.
    await p.storage.removePrefix(at('slides'));
    await p.db.updateTable('videos').set({ has_slides: false }).execute();
    const poster = await p.storage.read(at('poster.jpg'));
    for (const step of ['storyboard', 'poster'] as const) {
      await retryStep(p, by(), jobId, step);
      // Queued for something, it is not at its end.
      expect((await p.standing(jobId)).progress).toBeLessThan(1);
      expect((await findVideo(p.db, videoId))?.status).toBe('ready');
      await p.run(jobId);
      expect(await p.standing(jobId)).toMatchObject({ state: 'completed', progress: 1 });
    }
    // Under other names, and what caches and pages hold under the first ones is unchanged.
    expect(await p.storage.read(at('storyboard1/index.vtt'))).toEqual(track);
    expect(await p.storage.read(at('slides1/index.vtt'))).toEqual(slides);
    expect(await findVideo(p.db, videoId)).toMatchObject({
      has_slides: true,
      has_storyboard: true,
      poster_revision: 1,
      pictures_revision: 1,
    });
    // Of the same pictures, give or take the encoder: a sheet of them, not an empty one.
    const again = await p.storage.stat(at('storyboard1/1.jpg'));
    expect(again?.sizeBytes).toBeGreaterThan((sheet?.length ?? 0) * 0.8);
    for (const name of ['poster.1.jpg', 'poster.1.card.jpg']) {
      expect((await p.storage.stat(at(name)))?.sizeBytes, name).toBeGreaterThan(1000);
    }
    expect(await p.storage.read(at('storyboard/1.jpg'))).toEqual(sheet);
    expect(await p.storage.read(at('poster.jpg'))).toEqual(poster);
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
        action: 'video.retry-step',
        actor_name: 'Ravi',
        before: { state: 'completed' },
        after: { state: 'queued', step },
      })),
    );
  });

  it('that fails again removes nothing, and can be repeated', async () => {
    const { jobId, videoId } = await wholeVideo();
    await retryStep(p, by(), jobId, 'storyboard');
    const broken = await ffmpegWithout('tile=');
    for (let i = 0; i < 3; i += 1) {
      await expect(p.run(jobId, undefined, broken)).rejects.toThrow();
    }
    await p.run(jobId, undefined, broken);
    expect(await p.standing(jobId)).toMatchObject({ state: 'failed', step: 'storyboard' });
    const video = await findVideo(p.db, videoId);
    expect(video).toMatchObject({ status: 'ready', published: true });
    expect(await p.storage.stat(`videos/${videoId}/storyboard/1.jpg`)).not.toBeNull();
    await retryStep(p, by(), jobId, 'storyboard');
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed', failure_code: null });

    // The ones before stay for pages that show them, until it is time.
    p.retired.length = 0;
    await retryStep(p, by(), jobId, 'storyboard');
    await p.run(jobId);
    await retryStep(p, by(), jobId, 'poster');
    await p.run(jobId);
    expect(p.retired).toEqual([
      ['storyboard1', 'slides1'],
      ['poster.jpg', 'poster.card.jpg'],
    ]);
    const there = await Promise.all(
      ['', '1', '2'].map((revision) =>
        p.storage.stat(`videos/${videoId}/storyboard${revision}/index.vtt`),
      ),
    );
    expect(there.map((one) => one !== null)).toEqual([true, true, true]);

    const remove = (run: Parameters<typeof removePictures>[1]) => removePictures(p, run);
    const shown = ['poster.1.jpg', 'poster.1.card.jpg', 'storyboard2/1.jpg', 'slides2/1.jpg'];
    const names = [
      ...p.retired.flat(),
      'poster.1.jpg',
      'poster.1.card.jpg',
      'storyboard2',
      'slides2',
    ];
    await remove({ data: { videoId, names } });
    const at = (name: string) => p.storage.stat(`videos/${videoId}/${name}`);
    for (const name of shown) expect(await at(name), name).not.toBeNull();
    for (const name of ['poster.jpg', 'poster.card.jpg', 'storyboard1/1.jpg', 'slides1/1.jpg']) {
      expect(await at(name), name).toBeNull();
    }
  });
});

/** Every step fails at its first try, with its work done, when its end is to be noted. */
async function failEachOnce(jobId: string) {
  await sql`CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'planted'; END $$`.execute(p.db);
  await sql`CREATE TRIGGER fail_once BEFORE UPDATE ON processing_steps FOR EACH ROW
    WHEN (NEW.state IN ('completed', 'skipped') AND NEW.attempts = 1
      AND NEW.job_id = ${sql.lit(jobId)}) EXECUTE FUNCTION fail_once()`.execute(p.db);
}

/** As if the tries before had got no further either. */
async function makeEachTryTheLast(jobId: string) {
  await sql`CREATE FUNCTION make_last() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.attempt_limit := NEW.attempts; RETURN NEW; END $$`.execute(p.db);
  await sql`CREATE TRIGGER make_last BEFORE UPDATE ON upload_jobs FOR EACH ROW
    WHEN (NEW.state = 'running' AND NEW.id = ${sql.lit(jobId)})
    EXECUTE FUNCTION make_last()`.execute(p.db);
}

describe('one step of a video that failed', () => {
  it('is repeated alone, for any step: none before it is touched', async () => {
    const { jobId, videoId } = await p.uploadedWide();
    await failEachOnce(jobId);
    await makeEachTryTheLast(jobId);
    for (const [place, step] of processingSteps.entries()) {
      await p.run(jobId);
      expect(await p.standing(jobId), step).toMatchObject({ state: 'failed', step });
      const before = await stepsOf(jobId);
      expect(before.get(step), step).toMatchObject({ state: 'failed', attempts: 1 });
      expect(await repeatable(jobId)).toContain(step);
      await retryStep(p, by(), jobId, step);
      const waiting = [...(await stepsOf(jobId))].filter(([, { state }]) => state === 'waiting');
      expect(waiting.map(([name]) => name)).toEqual(processingSteps.slice(place));
    }
    await p.run(jobId);
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed', failure_code: null });
    const tries = await triesOf(jobId);
    for (const step of processingSteps) expect(tries.get(step), step).toBe(2);
    expect(await p.mediaRevision(videoId)).toBe(2);
    for (const name of ['poster.jpg', 'storyboard/1.jpg', 'slides/1.jpg', 'v480/13.m4s']) {
      expect(await p.storage.stat(`videos/${videoId}/${name}`), name).not.toBeNull();
    }
    expect(await p.filesOf(jobId)).toEqual([]);
  });

  it('is repeated with the steps that depend on it, and then the rest', async () => {
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
    await retryStep(p, by(), jobId, 'transcode_high');
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
  it('whose qualities are published is refused, and so is one without a job; two simultaneous requests repeat once, and none while the job is running', async () => {
    const fresh = await p.uploaded();
    await expect(retryStep(p, by(), fresh.jobId, 'poster')).rejects.toMatchObject({ status: 409 });
    const { jobId } = await wholeVideo();
    for (const step of ['probe', 'transcode_low', 'publish_low', 'publish'] as const) {
      const refused = { status: 409, type: 'ConflictError' };
      await expect(retryStep(p, by(), jobId, step)).rejects.toMatchObject(refused);
    }
    await expect(retryStep(p, by(), uuidv7(), 'poster')).rejects.toMatchObject({ status: 404 });
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed' });
    const asked = await Promise.allSettled(
      ['poster', 'storyboard', 'poster'].map((step) =>
        retryStep(p, by(), jobId, step === 'poster' ? 'poster' : 'storyboard'),
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
});
