import { access } from 'node:fs/promises';
import path from 'node:path';
import {
  type MediaTools,
  makePoster,
  makeStill,
  makeStoryboard,
  posterPositions,
  type SourceFacts,
  type VideoRung,
} from '@prahari/media';
import { posterName, storyboardName } from '../media-prefix.rules.ts';
import type { PublishedMedia } from './published-media.usecases.ts';

export interface StillRequest {
  readonly videoId: string;
  readonly inputPath: string;
  /** False when the upload is gone; stills are then made of what is published. */
  readonly hasSource: boolean;
  readonly scratchDir: string;
  readonly tools: MediaTools;
  readonly signal: AbortSignal;
}

/** No poster is wider, so a better rung would only cost. */
const enoughLines = 720;

/** Poster and storyboard of a lesson, out of its upload or of what is published. */
export function createStills({ published }: { published: PublishedMedia }) {
  async function posterOfPublished(request: StillRequest, facts: SourceFacts, best: VideoRung) {
    const { scratchDir, tools, signal } = request;
    const outPath = path.join(scratchDir, posterName);
    const { width, height } = best;
    for (const selection of ['bright', 'typical'] as const) {
      for (const position of posterPositions) {
        const at = facts.durationSeconds * position;
        const moment = await published.moment({ ...request, rung: best }, at);
        const still = { durationSeconds: 2, width, height, videoStream: 0 };
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
      facts: SourceFacts,
      rungs: readonly VideoRung[],
    ): Promise<string> {
      const { inputPath, scratchDir, tools, signal } = request;
      const outPath = path.join(scratchDir, posterName);
      if (!request.hasSource) {
        const best = rungs.find(({ lines }) => lines <= enoughLines) ?? rungs.at(-1);
        if (!best) throw new Error('a ladder has a rung');
        return posterOfPublished(request, facts, best);
      }
      await makePoster({ inputPath, outPath, facts, tools, signal });
      return outPath;
    },

    /**
     * @param clearRung as the transcode wrote it; where it is gone, the published one is opened
     * @returns where the folder lies, in the scratch folder
     */
    async storyboard(
      request: StillRequest,
      facts: SourceFacts,
      { rung, clearRung }: { rung: VideoRung; clearRung: string },
    ): Promise<string> {
      const { scratchDir, tools, signal } = request;
      const { durationSeconds } = facts;
      const isThere = await access(clearRung).then(
        () => true,
        () => false,
      );
      const inputPath = isThere ? clearRung : await published.wholeRung({ ...request, rung });
      const outDir = path.join(scratchDir, storyboardName);
      await makeStoryboard({ inputPath, rung, durationSeconds, outDir, tools, signal });
      return outDir;
    },
  };
}
