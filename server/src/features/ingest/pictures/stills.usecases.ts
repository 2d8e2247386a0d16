import { access } from 'node:fs/promises';
import path from 'node:path';
import {
  type MediaTools,
  makePoster,
  makeSlides,
  makeStill,
  makeStoryboard,
  posterPositions,
  type VideoRung,
} from '@prahari/media';
import { type Pictures, posterNameOf } from '../../delivery/index.ts';
import type { LessonFacts } from '../processing/lesson-facts.rules.ts';
import type { PublishedMedia } from '../processing/published-media.usecases.ts';
import type { Published } from '../processing/repeat-step.rules.ts';

export interface StillRequest {
  readonly videoId: string;
  readonly inputPath: string;
  /** False when the upload is gone; stills are then made of what is published. */
  readonly hasSource: boolean;
  readonly published: Published;
  readonly scratchDir: string;
  readonly tools: MediaTools;
  readonly signal: AbortSignal;
}

/** No poster is wider, so a better rung would only cost. */
const enoughLines = 720;
/** What is written on a slide can be read, and the slide still be sent over a slow line. */
const linesOfSlides = 360;

/** Poster, storyboard and slides of a lesson, out of its upload or of what is published. */
export function createStills({ published }: { published: PublishedMedia }) {
  async function posterOfPublished(request: StillRequest, facts: LessonFacts, best: VideoRung) {
    const { segmentSeconds } = facts;
    const { scratchDir, tools, signal } = request;
    const outPath = path.join(scratchDir, posterNameOf(0));
    const { width, height } = best;
    for (const selection of ['bright', 'typical'] as const) {
      for (const position of posterPositions) {
        const at = facts.durationSeconds * position;
        const moment = await published.moment({ ...request, rung: best, segmentSeconds }, at);
        const still = { durationSeconds: segmentSeconds, width, height, videoStream: 0 };
        const poster = { inputPath: moment.file, outPath, facts: still, tools, signal };
        if (await makeStill(poster, 0, selection)) return outPath;
      }
    }
    throw new Error(`no picture of video ${request.videoId} could be read`);
  }

  return {
    /** @returns where the picture lies, in the scratch folder */
    async poster(
      request: StillRequest,
      facts: LessonFacts,
      rungs: readonly VideoRung[],
    ): Promise<string> {
      const { inputPath, scratchDir, tools, signal } = request;
      const outPath = path.join(scratchDir, posterNameOf(0));
      if (!request.hasSource) {
        const best = rungs.find(({ lines }) => lines <= enoughLines) ?? rungs.at(-1);
        if (!best) throw new Error('a ladder has a rung');
        return posterOfPublished(request, facts, best);
      }
      await makePoster({ inputPath, outPath, facts, tools, signal });
      return outPath;
    },

    /**
     * Storyboard and slides, of clear rungs as the transcode wrote them; where these are gone, the
     * published ones are opened. Better rungs may be neither there nor published yet: then the
     * lower ones must do.
     * @returns where the folders lie, in the scratch folder
     */
    async pictures(
      request: StillRequest,
      facts: Pick<LessonFacts, 'durationSeconds' | 'segmentSeconds'>,
      rungs: { readonly low: readonly VideoRung[]; readonly whole: readonly VideoRung[] },
      clearDir: string,
    ): Promise<string[]> {
      const { scratchDir, tools, signal } = request;
      const small = rungs.low.at(-1);
      if (!small) throw new Error('a ladder has a rung');
      const clearFile = ({ name }: VideoRung) => path.join(clearDir, `${name}.mp4`);
      const isClear = async (rung: VideoRung) => isThere(clearFile(rung));
      const readable = readableOf(rungs.whole);
      const isAtHand = readable && (request.published.whole || (await isClear(readable)));
      const made: string[] = [];
      for (const { name, rung, make } of [
        { name: 'storyboard', rung: small, make: makeStoryboard },
        {
          name: 'slides',
          rung: (isAtHand ? readable : readableOf(rungs.low)) ?? small,
          make: makeSlides,
        },
      ] satisfies { name: Pictures; rung: VideoRung; make: unknown }[]) {
        const inputPath = (await isClear(rung))
          ? clearFile(rung)
          : await published.wholeRung({ ...request, rung });
        const outDir = path.join(scratchDir, name);
        await make({
          inputPath,
          rung,
          outDir,
          tools,
          signal,
          durationSeconds: facts.durationSeconds,
          segmentSeconds: facts.segmentSeconds,
        });
        made.push(outDir);
      }
      return made;
    },
  };
}

/** Chooses the rung to read, the best picture first. */
function readableOf(rungs: readonly VideoRung[]): VideoRung | undefined {
  return rungs.find(({ lines }) => lines <= linesOfSlides);
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
