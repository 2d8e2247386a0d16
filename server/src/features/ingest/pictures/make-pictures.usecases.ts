import path from 'node:path';
import {
  makePictureTracks,
  makePoster,
  makeStill,
  type PictureTrack,
  planSlideFiles,
  planStoryboardFiles,
  posterPositions,
  type VideoRendition,
} from '@prahari/media';
import { formatPosterName, formatThumbnailName, type Pictures } from '../../delivery/index.ts';
import type { WorkerDeps } from '../ingest.deps.ts';
import { isFileThere } from '../is-file-there.adapter.ts';
import {
  decryptSegmentOfMoment,
  decryptWholeRendition,
} from '../processing/published-media.usecases.ts';
import type { Published } from '../processing/repeat-step.rules.ts';
import type { VideoFacts } from '../processing/video-facts.rules.ts';

export interface PicturesRequest {
  readonly videoId: string;
  /** Null when the upload was removed; pictures are then made from the published media. */
  readonly inputPath: string | null;
  readonly published: Published;
  readonly scratchDir: string;
  readonly signal: AbortSignal;
}

type PicturesDeps = Pick<WorkerDeps, 'db' | 'masterKey' | 'storage' | 'tools'>;

/** No poster is wider, so a better rendition would only cost. */
const enoughLines = 720;
/** Text on a slide is legible, and the slide can still be sent over a slow connection. */
const linesOfSlides = 360;

/**
 * Makes the poster of a video and its thumbnail, from its upload or from the published media.
 * @returns where the poster lies, in the scratch folder; the thumbnail lies beside it
 */
export async function makePosterOfVideo(
  deps: PicturesDeps,
  request: PicturesRequest,
  facts: VideoFacts,
  renditions: readonly VideoRendition[],
): Promise<string> {
  const { inputPath, scratchDir, signal } = request;
  const outPath = path.join(scratchDir, formatPosterName(0));
  const thumbnailPath = formatThumbnailName(outPath);
  if (inputPath === null) {
    const best = renditions.find(({ lines }) => lines <= enoughLines) ?? renditions.at(-1);
    if (!best) throw new Error('a ladder has a rendition');
    return makePosterOfPublished(deps, request, facts, best);
  }
  await makePoster({ inputPath, outPath, thumbnailPath, facts, tools: deps.tools, signal });
  return outPath;
}

/**
 * Makes storyboard and slides from the clear renditions of the transcode, or decrypts the published
 * ones if those were removed. If better renditions do not exist yet, the lower ones are used.
 * @returns where the folders lie, in the scratch folder
 */
export async function makeStoryboardAndSlides(
  deps: PicturesDeps,
  request: PicturesRequest,
  {
    facts,
    renditions,
    clearDir,
  }: {
    readonly facts: Pick<VideoFacts, 'durationSeconds' | 'segmentSeconds'>;
    readonly renditions: {
      readonly low: readonly VideoRendition[];
      readonly whole: readonly VideoRendition[];
    };
    /** The folder of clear renditions. */
    readonly clearDir: string;
  },
): Promise<string[]> {
  const { tools } = deps;
  const { scratchDir, signal } = request;
  const smallest = renditions.low.at(-1);
  if (!smallest) throw new Error('a ladder has a rendition');
  const clearFile = ({ name }: VideoRendition) => path.join(clearDir, `${name}.mp4`);
  const isClear = async (rendition: VideoRendition) => isFileThere(clearFile(rendition));
  const readable = findReadable(renditions.whole);
  const isAtHand = readable && (request.published.whole || (await isClear(readable)));
  const kinds = [
    { name: 'storyboard', rendition: smallest, plan: planStoryboardFiles },
    {
      name: 'slides',
      rendition: (isAtHand ? readable : findReadable(renditions.low)) ?? smallest,
      plan: planSlideFiles,
    },
  ] satisfies { name: Pictures; rendition: VideoRendition; plan: unknown }[];
  const { durationSeconds, segmentSeconds } = facts;
  const tracks: PictureTrack[] = [];
  for (const { name, rendition, plan } of kinds) {
    const inputPath = (await isClear(rendition))
      ? clearFile(rendition)
      : await decryptWholeRendition(deps, { ...request, rendition });
    const outDir = path.join(scratchDir, name);
    tracks.push(plan({ inputPath, rendition, outDir, durationSeconds, segmentSeconds }));
  }
  await makePictureTracks(tracks, { tools, signal });
  return tracks.map((track) => track.request.outDir);
}

async function makePosterOfPublished(
  deps: PicturesDeps,
  request: PicturesRequest,
  { durationSeconds, segmentSeconds }: VideoFacts,
  rendition: VideoRendition,
): Promise<string> {
  const { tools } = deps;
  const { scratchDir, signal } = request;
  const outPath = path.join(scratchDir, formatPosterName(0));
  const thumbnailPath = formatThumbnailName(outPath);
  const { width, height } = rendition;
  for (const selection of ['bright', 'typical'] as const) {
    for (const position of posterPositions) {
      const segment = { ...request, rendition, segmentSeconds };
      const { file } = await decryptSegmentOfMoment(deps, segment, durationSeconds * position);
      const facts = { durationSeconds: segmentSeconds, width, height, videoStream: 0 };
      const still = { inputPath: file, outPath, thumbnailPath, facts, tools, signal };
      if (await makeStill(still, 0, selection)) return outPath;
    }
  }
  throw new Error(`no picture of video ${request.videoId} could be read`);
}

/** Finds the best rendition in which text is legible at little cost. */
function findReadable(renditions: readonly VideoRendition[]): VideoRendition | undefined {
  return renditions.find(({ lines }) => lines <= linesOfSlides);
}
