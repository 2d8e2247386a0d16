import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ProcessingStep } from '@prahari/contract';
import {
  type Ladder,
  type MediaTools,
  makePoster,
  makeStoryboard,
  type Progress,
  packageLesson,
  planLadder,
  probe,
  qualityClassesOf,
  type SourceFacts,
  splitLadder,
  transcodeLadder,
} from '@prahari/media';
import type { Log } from '../../../platform/log/log.ts';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import {
  manifestNames,
  manifestPrefixOf,
  mediaPrefixOf,
  posterName,
  storyboardName,
} from '../media-prefix.rules.ts';
import type { ContentKeyring } from './content-keys.usecases.ts';

export interface StepRequest {
  readonly videoId: string;
  readonly inputPath: string;
  /** Where finished results of the job lie; survives a try. */
  readonly resultDir: string;
  /** This try's own, for what is not finished. */
  readonly scratchDir: string;
  readonly tools: MediaTools;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** A step that needs the facts of the source; it answers in words what it made. */
type Step = (request: StepRequest, facts: SourceFacts) => Promise<string>;

const lowRevision = 1;
const wholeRevision = 2;

/** The work of each step. What a step finishes it moves into `resultDir` at once, whole. */
export function createLessonSteps(deps: {
  log: Log;
  storage: ObjectStorage;
  /** Notes how much room the media takes now. */
  countMedia(videoId: string): Promise<void>;
  contentKeys: ContentKeyring;
}) {
  const { storage } = deps;
  const clearDir = (request: StepRequest) => path.join(request.resultDir, 'clear');

  async function transcode(request: StepRequest, facts: SourceFacts, ladder: Ladder) {
    const { inputPath, scratchDir, tools, signal, onProgress } = request;
    const outDir = path.join(scratchDir, 'clear');
    const made = await transcodeLadder({
      ...{ inputPath, outDir, ladder, facts, tools, signal, onProgress },
    });
    if (made.setback !== null) {
      const wanted = tools.encoder.name;
      deps.log.warn({ wanted, toolOutput: made.setback }, 'an encoder failed; libx264 stood in');
    }
    await mkdir(clearDir(request), { recursive: true });
    for (const name of rungNames(ladder)) {
      await rename(path.join(outDir, `${name}.mp4`), path.join(clearDir(request), `${name}.mp4`));
    }
    const by =
      made.setback === null ? made.encoder : `${made.encoder}, ${tools.encoder.name} failed`;
    return `${rungNames(ladder).join(', ')} (${by})`;
  }

  async function encrypt(request: StepRequest, ladder: Ladder, name: string) {
    const { videoId, tools, signal } = request;
    const keys = await deps.contentKeys.ensure(videoId, qualityClassesOf(ladder));
    const outDir = path.join(request.scratchDir, name);
    const inputDir = clearDir(request);
    const made = await packageLesson({ ladder, inputDir, outDir, keys, tools, signal });
    await replace(outDir, path.join(request.resultDir, name));
    return `${made.files.length} files, ${made.totalBytes} bytes`;
  }

  /**
   * Rungs first, each for good, then the manifests that name them; the database says afterwards which
   * manifest is current. Nothing that a player may hold is replaced.
   */
  async function publish(
    request: StepRequest,
    packaged: string,
    { rungs, revision }: { rungs: readonly string[]; revision: number },
  ): Promise<string> {
    const { videoId } = request;
    // A try that dies in here has moved some of it away, so the next one packages anew.
    const taken = path.join(request.scratchDir, packaged);
    await rename(path.join(request.resultDir, packaged), taken);
    for (const name of rungs) {
      await storage.publish(path.join(taken, name), `${mediaPrefixOf(videoId)}/${name}`);
    }
    const manifests = path.join(taken, 'manifests');
    await mkdir(manifests);
    for (const name of Object.values(manifestNames)) {
      await rename(path.join(taken, name), path.join(manifests, name));
    }
    await storage.publish(manifests, manifestPrefixOf(videoId, revision));
    await deps.countMedia(videoId);
    return rungs.join(', ');
  }

  const steps: Record<Exclude<ProcessingStep, 'probe'>, Step> = {
    async validate({ inputPath, tools, signal }) {
      await probe(inputPath, { tools, signal });
      return 'whole';
    },
    async poster(request, facts) {
      const { inputPath, scratchDir, tools, signal } = request;
      const outPath = path.join(scratchDir, posterName);
      await makePoster({ inputPath, outPath, facts, tools, signal });
      await rename(outPath, path.join(request.resultDir, posterName));
      return posterName;
    },
    transcode_low: (request, facts) => transcode(request, facts, laddersOf(facts).low),
    package_low: (request, facts) => encrypt(request, laddersOf(facts).low, 'package_low'),
    async publish_low(request, facts) {
      const { videoId, resultDir } = request;
      const poster = path.join(resultDir, posterName);
      if (await isThere(poster)) {
        await storage.publishFile(poster, `${mediaPrefixOf(videoId)}/${posterName}`);
      }
      const rungs = rungNames(laddersOf(facts).low);
      return publish(request, 'package_low', { rungs, revision: lowRevision });
    },
    transcode_high: (request, facts) => transcode(request, facts, betterOf(facts)),
    package_high: (request, facts) => encrypt(request, laddersOf(facts).whole, 'package_high'),
    async storyboard(request, facts) {
      const { scratchDir, tools, signal } = request;
      const { low } = laddersOf(facts);
      const rung = low.video.at(-1);
      if (!rung) throw new Error('a ladder has a rung');
      const inputPath = path.join(clearDir(request), `${rung.name}.mp4`);
      const outDir = path.join(scratchDir, storyboardName);
      const { durationSeconds } = facts;
      await makeStoryboard({ inputPath, rung, durationSeconds, outDir, tools, signal });
      await replace(outDir, path.join(request.resultDir, storyboardName));
      return storyboardName;
    },
    async publish(request, facts) {
      const { videoId, resultDir } = request;
      const storyboard = path.join(resultDir, storyboardName);
      if (await isThere(storyboard)) {
        await storage.publish(storyboard, `${mediaPrefixOf(videoId)}/${storyboardName}`);
      }
      const { high } = laddersOf(facts);
      if (!high) return 'nothing to add';
      const rungs = rungNames(high);
      return publish(request, 'package_high', { rungs, revision: wholeRevision });
    },
  };

  return {
    /** @throws MediaError when the file cannot become a lesson */
    probe: ({ inputPath, tools, signal }: StepRequest) => probe(inputPath, { tools, signal }),
    run: (step: Exclude<ProcessingStep, 'probe'>, request: StepRequest, facts: SourceFacts) =>
      steps[step](request, facts),

    /** Whether what a finished step left for later ones is still in place. */
    async isInPlace(
      step: ProcessingStep,
      { resultDir }: Pick<StepRequest, 'resultDir'>,
      facts: SourceFacts,
      published: { readonly low: boolean },
    ): Promise<boolean> {
      const { low, high } = laddersOf(facts);
      const rungs = (ladder: Ladder) =>
        allThere(rungNames(ladder).map((name) => path.join(resultDir, 'clear', `${name}.mp4`)));
      switch (step) {
        case 'poster':
          return published.low || isThere(path.join(resultDir, posterName));
        case 'transcode_low':
          return rungs(low);
        case 'package_low':
          return published.low || isThere(path.join(resultDir, 'package_low'));
        case 'transcode_high':
          return high === null || rungs(high);
        case 'package_high':
          return high === null || isThere(path.join(resultDir, 'package_high'));
        case 'storyboard':
          return isThere(path.join(resultDir, storyboardName));
        default:
          return true;
      }
    },
  };
}

export type LessonSteps = ReturnType<typeof createLessonSteps>;

/** Of one source always the same, so that nothing but its facts need be kept. */
export function laddersOf(facts: SourceFacts) {
  const whole = planLadder(facts);
  return { whole, ...splitLadder(whole, facts.durationSeconds) };
}

/** The revision of the manifest that a finished job leaves. */
export function lastRevisionOf(facts: SourceFacts): number {
  return laddersOf(facts).high ? wholeRevision : lowRevision;
}

export { lowRevision };

function betterOf(facts: SourceFacts): Ladder {
  const { high } = laddersOf(facts);
  if (!high) throw new Error('there are no better qualities to make');
  return high;
}

function rungNames({ video, audio }: Ladder): string[] {
  return [...video, ...audio].map(({ name }) => name);
}

async function replace(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await rename(from, to);
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function allThere(files: readonly string[]): Promise<boolean> {
  return (await Promise.all(files.map(isThere))).every(Boolean);
}
