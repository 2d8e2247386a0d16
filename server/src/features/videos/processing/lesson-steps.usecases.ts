import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ProcessingStep } from '@prahari/contract';
import {
  type EncryptionScheme,
  type Ladder,
  type MediaTools,
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
import { linkFile, linkTree } from '../../../platform/storage/link-tree.ts';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import {
  manifestNames,
  manifestPrefixOf,
  mediaPrefixOf,
  posterName,
  slidesName,
  storyboardName,
} from '../media-prefix.rules.ts';
import type { ContentKeyring } from './content-keys.usecases.ts';
import { createPublishedMedia } from './published-media.usecases.ts';
import type { Published } from './repeat-step.rules.ts';
import { createStills } from './stills.usecases.ts';

export interface StepRequest {
  readonly videoId: string;
  readonly inputPath: string;
  /** False when the upload is gone. */
  readonly hasSource: boolean;
  readonly published: Published;
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

const pictureNames = [storyboardName, slidesName];
const lowRevision = 1;
const wholeRevision = 2;

/** The work of each step. What a step finishes it moves into `resultDir` at once, whole. */
export function createLessonSteps(deps: {
  log: Log;
  storage: ObjectStorage;
  /** Notes how much room the media takes now. */
  countMedia(videoId: string): Promise<void>;
  contentKeys: ContentKeyring;
  scheme: EncryptionScheme;
}) {
  const { storage } = deps;
  const stills = createStills({ published: createPublishedMedia(deps) });
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
    const scheme = await schemeOf(request);
    const made = await packageLesson({ ladder, inputDir, outDir, keys, scheme, tools, signal });
    await replace(outDir, path.join(request.resultDir, name));
    return `${made.files.length} files, ${made.totalBytes} bytes`;
  }

  /** What is published early and what joins it go by one manifest, whatever was configured meanwhile. */
  async function schemeOf({ videoId, published }: StepRequest): Promise<EncryptionScheme> {
    if (!published.low) return deps.scheme;
    const manifest = `${manifestPrefixOf(videoId, lowRevision)}/${manifestNames.dash}`;
    const text = String((await storage.read(manifest)) ?? '');
    return text.includes('value="cenc"') ? 'cenc' : 'cbcs';
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
    // Publishing moves what it gets; a try that dies in here leaves the packaged step whole.
    const taken = path.join(request.scratchDir, `${packaged}-out`);
    await linkTree(path.join(request.resultDir, packaged), taken);
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

  async function publishPoster({ videoId, resultDir, scratchDir }: StepRequest): Promise<void> {
    const poster = path.join(resultDir, posterName);
    if (!(await isThere(poster))) return;
    const taken = path.join(scratchDir, `out-${posterName}`);
    await rm(taken, { force: true });
    await linkFile(poster, taken);
    await storage.publishFile(taken, `${mediaPrefixOf(videoId)}/${posterName}`);
  }

  async function publishPictures({ videoId, resultDir, scratchDir }: StepRequest): Promise<void> {
    for (const name of pictureNames) {
      const pictures = path.join(resultDir, name);
      if (!(await isThere(pictures))) continue;
      const taken = path.join(scratchDir, `${name}-out`);
      await linkTree(pictures, taken);
      await storage.publish(taken, `${mediaPrefixOf(videoId)}/${name}`);
    }
  }

  const steps: Record<Exclude<ProcessingStep, 'probe'>, Step> = {
    async validate({ inputPath, tools, signal }) {
      await probe(inputPath, { tools, signal });
      return 'whole';
    },
    async poster(request, facts) {
      const made = await stills.poster(request, facts, laddersOf(facts).whole.video);
      const poster = path.join(request.resultDir, posterName);
      await rename(made, poster);
      if (request.published.low) await publishPoster(request);
      return posterName;
    },
    transcode_low: (request, facts) => transcode(request, facts, laddersOf(facts).low),
    package_low: (request, facts) => encrypt(request, laddersOf(facts).low, 'package_low'),
    async publish_low(request, facts) {
      await publishPoster(request);
      const rungs = rungNames(laddersOf(facts).low);
      return publish(request, 'package_low', { rungs, revision: lowRevision });
    },
    transcode_high: (request, facts) => transcode(request, facts, betterOf(facts)),
    package_high: (request, facts) => encrypt(request, laddersOf(facts).whole, 'package_high'),
    async storyboard(request, facts) {
      const { low, whole } = laddersOf(facts);
      const rungs = { low: low.video, whole: whole.video };
      const made = await stills.pictures(request, facts, rungs, clearDir(request));
      for (const dir of made) await replace(dir, path.join(request.resultDir, path.basename(dir)));
      if (request.published.whole) await publishPictures(request);
      return pictureNames.join(', ');
    },
    async publish(request, facts) {
      await publishPictures(request);
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
      published: Pick<Published, 'low'>,
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
          return allThere(pictureNames.map((name) => path.join(resultDir, name)));
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
