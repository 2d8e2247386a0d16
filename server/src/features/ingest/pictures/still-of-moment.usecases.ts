import { type MediaTools, makeStill, type VideoRung } from '@prahari/media';
import type { Db } from '../../../platform/db/database.ts';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import { mediaPrefixOf, rungFolder } from '../../delivery/index.ts';
import type { ContentKeyring } from '../keys/content-keys.usecases.ts';
import { readLessonFacts } from '../processing/lesson-facts.rules.ts';
import { laddersOf } from '../processing/lesson-steps.usecases.ts';
import type { PublishedMedia } from '../processing/published-media.usecases.ts';
import type { StepsRepository } from '../processing/steps.repository.ts';

export interface MomentRequest {
  readonly videoId: string;
  readonly atSeconds: number;
  readonly scratchDir: string;
  readonly outPath: string;
  readonly tools: MediaTools;
  readonly signal: AbortSignal;
}

/** Wider pictures than those of this rung no poster has. */
const enoughLines = 720;

/** Makes the picture of a moment of a published lecture, out of the best rung that is published. */
export function createStillOfMoment(deps: {
  db: Db;
  steps: Pick<StepsRepository, 'probeResultOf'>;
  storage: Pick<ObjectStorage, 'stat'>;
  contentKeys: Pick<ContentKeyring, 'current'>;
  published: PublishedMedia;
}) {
  async function bestRung(videoId: string): Promise<{ rung: VideoRung; segmentSeconds: number }> {
    const facts = readLessonFacts(await deps.steps.probeResultOf(deps.db, videoId));
    const { video: rungs, segmentSeconds } = facts
      ? laddersOf(facts).whole
      : { video: [], segmentSeconds: 0 };
    const { packaging } = await deps.contentKeys.current(videoId);
    for (const rung of rungs.filter(({ lines }) => lines <= enoughLines)) {
      const folder = `${mediaPrefixOf(videoId)}/${rungFolder(rung.name, packaging)}`;
      if (await deps.storage.stat(`${folder}/init.mp4`)) return { rung, segmentSeconds };
    }
    throw new Error(`no rung of video ${videoId} is published`);
  }

  return async function stillOfMoment(request: MomentRequest): Promise<void> {
    const { videoId, atSeconds, outPath, tools, signal } = request;
    const { rung, segmentSeconds } = await bestRung(videoId);
    const moment = { ...request, rung, segmentSeconds };
    const { file, offsetSeconds } = await deps.published.moment(moment, atSeconds);
    const { width, height } = rung;
    const facts = { durationSeconds: segmentSeconds, width, height, videoStream: 0 };
    const still = { inputPath: file, outPath, facts, tools, signal };
    if (await makeStill(still, offsetSeconds, 'exact')) return;
    // Behind the last picture of the last segment: its beginning is near enough.
    if (await makeStill(still, 0, 'typical')) return;
    throw new Error(`video ${videoId} has no picture at ${atSeconds} s`);
  };
}
