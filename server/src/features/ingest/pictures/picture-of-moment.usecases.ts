import { makeStill, type VideoRendition } from '@prahari/media';
import { formatMediaPrefix, formatRenditionFolder } from '../../delivery/index.ts';
import type { WorkerDeps } from '../ingest.deps.ts';
import { findCurrentKeys } from '../keys/content-keys.usecases.ts';
import { findLadder } from '../processing/find-ladder.usecases.ts';
import { decryptSegmentOfMoment } from '../processing/published-media.usecases.ts';

export interface MomentRequest {
  readonly videoId: string;
  readonly atSeconds: number;
  readonly scratchDir: string;
  readonly outPath: string;
  readonly signal: AbortSignal;
}

type MomentDeps = Pick<WorkerDeps, 'db' | 'storage' | 'masterKey' | 'tools'>;

/** No poster is wider than the picture of this rendition. */
const enoughLines = 720;

/** Makes the picture of a moment of a video, from the best published rendition. */
export async function makePictureOfMoment(deps: MomentDeps, request: MomentRequest): Promise<void> {
  const { videoId, atSeconds, outPath, signal } = request;
  const { tools } = deps;
  const { rendition, segmentSeconds } = await findBestRendition(deps, videoId);
  const moment = { ...request, rendition, segmentSeconds };
  const { file, offsetSeconds } = await decryptSegmentOfMoment(deps, moment, atSeconds);
  const { width, height } = rendition;
  const facts = { durationSeconds: segmentSeconds, width, height, videoStream: 0 };
  const still = { inputPath: file, outPath, facts, tools, signal };
  if (await makeStill(still, offsetSeconds, 'exact')) return;
  // After the last picture of the last segment: its beginning is near enough.
  if (await makeStill(still, 0, 'typical')) return;
  throw new Error(`video ${videoId} has no picture at ${atSeconds} s`);
}

async function findBestRendition(
  deps: MomentDeps,
  videoId: string,
): Promise<{ rendition: VideoRendition; segmentSeconds: number }> {
  const { video: renditions, segmentSeconds } = (await findLadder(deps, videoId)) ?? {
    video: [],
    segmentSeconds: 0,
  };
  const { packaging } = await findCurrentKeys(deps, videoId);
  for (const rendition of renditions.filter(({ lines }) => lines <= enoughLines)) {
    const folder = `${formatMediaPrefix(videoId)}/${formatRenditionFolder(rendition.name, packaging)}`;
    if (await deps.storage.stat(`${folder}/init.mp4`)) return { rendition, segmentSeconds };
  }
  throw new Error(`no rendition of video ${videoId} is published`);
}
