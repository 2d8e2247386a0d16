import { access, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { EncryptionScheme, ProcessingStep } from '@prahari/contract';
import {
  type Ladder,
  type MediaTools,
  makeCard,
  measureSegments,
  moveDurably,
  type Progress,
  planLadder,
  probe,
  requireUnchanged,
  splitLadder,
  transcodeLadder,
  pieceSeconds as usualPieceSeconds,
} from '@prahari/media';
import type { Log } from '../../../platform/log/log.ts';
import { linkTree } from '../../../platform/storage/link-tree.ts';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import { cardNameOf, type Packaging, pictureNames } from '../../delivery/index.ts';
import type { ContentKeyring } from '../keys/content-keys.usecases.ts';
import {
  createPublishPictures,
  type PicturesToPublish,
  posterFile,
} from '../pictures/publish-pictures.usecases.ts';
import { createStills } from '../pictures/stills.usecases.ts';
import type { KeepTexts } from './keep-texts.usecases.ts';
import { describeLesson, type LessonFacts } from './lesson-facts.rules.ts';
import { packageUnderKeys, publishPackage } from './publish-package.usecases.ts';
import { createPublishedMedia } from './published-media.usecases.ts';
import type { Published } from './repeat-step.rules.ts';

export interface StepRequest extends PicturesToPublish {
  readonly inputPath: string;
  /** False when the upload is gone. */
  readonly hasSource: boolean;
  readonly published: Published;
  /** As an earlier try chose it; undefined before the first look at the source. */
  readonly segmentSeconds: number | undefined;
  /** Each makes a package of its own out of the same rungs. */
  readonly schemes: readonly EncryptionScheme[];
  readonly tools: MediaTools;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Called when a part of a step is finished and kept. */
  readonly onKept: () => Promise<void>;
}

/** A step that needs the facts of the source; it answers in words what it made. */
type Step = (request: StepRequest, facts: LessonFacts) => Promise<string>;

type PackageStep = 'package_low' | 'package_high';

const lowRevision = 1;
const wholeRevision = 2;

/** Does the work of each step. What a step finishes it moves into `resultDir` at once, whole. */
export function createLessonSteps(deps: {
  log: Log;
  storage: ObjectStorage;
  /** Notes how much room the media takes now. */
  countMedia(videoId: string): Promise<void>;
  contentKeys: ContentKeyring;
  keepTexts: KeepTexts;
  /** Length of the pieces in which long videos are encoded, in place of the usual one. */
  pieceSeconds?: number;
}) {
  const { storage } = deps;
  const publishPictures = createPublishPictures(deps);
  const stills = createStills({ published: createPublishedMedia(deps) });
  const clearDir = (request: StepRequest) => path.join(request.resultDir, 'clear');

  async function transcode(request: StepRequest, facts: LessonFacts, ladder: Ladder) {
    const { inputPath, resultDir, scratchDir, tools, signal, onProgress, onKept } = request;
    const outDir = path.join(scratchDir, 'clear');
    const pieceSeconds = deps.pieceSeconds ?? usualPieceSeconds;
    const made = await transcodeLadder({
      inputPath,
      outDir,
      ladder,
      facts,
      tools,
      signal,
      onProgress,
      kept: { dir: piecesDir(resultDir), onKept, pieceSeconds },
    });
    if (made.setback !== null) {
      const wanted = tools.encoder.name;
      deps.log.warn({ wanted, toolOutput: made.setback }, 'an encoder failed; libx264 stood in');
    }
    await mkdir(clearDir(request), { recursive: true });
    for (const name of rungNames(ladder)) {
      await moveDurably(
        path.join(outDir, `${name}.mp4`),
        path.join(clearDir(request), `${name}.mp4`),
      );
    }
    const by =
      made.setback === null ? made.encoder : `${made.encoder}, ${tools.encoder.name} failed`;
    return `${rungNames(ladder).join(', ')} (${by})`;
  }

  async function encrypt(request: StepRequest, ladder: Ladder, name: PackageStep) {
    const { videoId, tools, signal } = request;
    const inputDir = clearDir(request);
    // Not sooner: the step that joined them was not noted as finished.
    await rm(piecesDir(request.resultDir), { recursive: true, force: true });
    const said: string[] = [];
    for (const scheme of request.schemes) {
      const packaging = packagingIn(scheme);
      const outDir = path.join(request.scratchDir, packageName(name, scheme));
      const what = { videoId, ladder, packaging, inputDir, outDir, tools, signal };
      const made = await packageUnderKeys(deps.contentKeys, what);
      await moveDurably(outDir, path.join(request.resultDir, packageName(name, scheme)));
      said.push(`${scheme}: ${made.files.length} files, ${made.totalBytes} bytes`);
    }
    return said.join('; ');
  }

  async function publish(
    request: StepRequest,
    packaged: PackageStep,
    { rungs, revision }: { rungs: readonly string[]; revision: number },
  ): Promise<string> {
    const { videoId, signal } = request;
    for (const scheme of request.schemes) {
      const name = packageName(packaged, scheme);
      // Publishing moves what it gets; a try that dies in here leaves the packaged step whole.
      const taken = path.join(request.scratchDir, `${name}-out`);
      await linkTree(path.join(request.resultDir, name), taken);
      await publishPackage({
        storage,
        videoId,
        packaged: taken,
        rungs,
        packaging: packagingIn(scheme),
        mediaRevision: revision,
        signal,
      });
    }
    await deps.countMedia(videoId);
    return rungs.join(', ');
  }

  const steps: Record<Exclude<ProcessingStep, 'probe'>, Step> = {
    async validate(request, facts) {
      await requireUnchanged(request.inputPath, facts);
      return ['whole', ...(await deps.keepTexts(request, facts))].join(', ');
    },
    async poster(request, facts) {
      const made = await stills.poster(request, facts, laddersOf(facts).whole.video);
      const card = cardNameOf(made);
      await makeCard({
        inputPath: made,
        outPath: card,
        tools: request.tools,
        signal: request.signal,
      });
      for (const file of [card, made]) {
        await moveDurably(file, path.join(request.resultDir, path.basename(file)));
      }
      if (request.published.low) await publishPictures.poster(request);
      return posterFile;
    },
    transcode_low: (request, facts) => transcode(request, facts, laddersOf(facts).low),
    package_low: (request, facts) => encrypt(request, laddersOf(facts).low, 'package_low'),
    async publish_low(request, facts) {
      await publishPictures.poster(request);
      const rungs = rungNames(laddersOf(facts).low);
      return publish(request, 'package_low', { rungs, revision: lowRevision });
    },
    transcode_high: (request, facts) => transcode(request, facts, betterOf(facts)),
    package_high: (request, facts) => encrypt(request, laddersOf(facts).whole, 'package_high'),
    async storyboard(request, facts) {
      const { low, whole } = laddersOf(facts);
      const rungs = { low: low.video, whole: whole.video };
      const made = await stills.pictures(request, facts, rungs, clearDir(request));
      for (const dir of made)
        await moveDurably(dir, path.join(request.resultDir, path.basename(dir)));
      if (request.published.whole) await publishPictures.others(request);
      return pictureNames.join(', ');
    },
    async publish(request, facts) {
      await publishPictures.others(request);
      const { high } = laddersOf(facts);
      if (!high) return 'nothing to add';
      const rungs = rungNames(high);
      return publish(request, 'package_high', { rungs, revision: wholeRevision });
    },
  };

  return {
    /** @throws MediaError when the file cannot become a lesson */
    async probe({ inputPath, tools, signal, segmentSeconds }: StepRequest) {
      const facts = await probe(inputPath, { tools, signal });
      const segments =
        segmentSeconds === undefined
          ? await measureSegments({ inputPath, facts, tools, signal })
          : { segmentSeconds, saved: null };
      const found: LessonFacts = { ...facts, segmentSeconds: segments.segmentSeconds };
      return { facts: found, said: describeLesson(found, segments.saved) };
    },
    run: (step: Exclude<ProcessingStep, 'probe'>, request: StepRequest, facts: LessonFacts) =>
      steps[step](request, facts),

    /** Tells whether what a finished step left for later ones is still in place. */
    async isInPlace(
      step: ProcessingStep,
      { resultDir, schemes }: Pick<StepRequest, 'resultDir' | 'schemes'>,
      facts: LessonFacts,
      published: Pick<Published, 'low'>,
    ): Promise<boolean> {
      const { low, high } = laddersOf(facts);
      const rungs = (ladder: Ladder) =>
        allThere(rungNames(ladder).map((name) => path.join(resultDir, 'clear', `${name}.mp4`)));
      const packages = (name: PackageStep) =>
        allThere(schemes.map((scheme) => path.join(resultDir, packageName(name, scheme))));
      switch (step) {
        case 'poster':
          return published.low || isThere(path.join(resultDir, posterFile));
        case 'transcode_low':
          return rungs(low);
        case 'package_low':
          return published.low || packages('package_low');
        case 'transcode_high':
          return high === null || rungs(high);
        case 'package_high':
          return high === null || packages('package_high');
        case 'storyboard':
          return allThere(pictureNames.map((name) => path.join(resultDir, name)));
        default:
          return true;
      }
    },
  };
}

export type LessonSteps = ReturnType<typeof createLessonSteps>;

/**
 * Plans the ladders, always the same for one source, so that nothing but its facts need be kept.
 */
export function laddersOf(facts: LessonFacts) {
  const whole = planLadder(facts, facts.segmentSeconds);
  return { whole, ...splitLadder(whole, facts.durationSeconds) };
}

/** Returns the revision of the manifest that a finished job leaves. */
export function lastRevisionOf(facts: LessonFacts): number {
  return laddersOf(facts).high ? wholeRevision : lowRevision;
}

export { lowRevision };

/** Returns the packaging of what is made here, whose keys were never renewed. */
function packagingIn(scheme: EncryptionScheme): Packaging {
  return { generation: 1, scheme };
}

function packageName(step: PackageStep, scheme: EncryptionScheme): string {
  return `${step}-${scheme}`;
}

function betterOf(facts: LessonFacts): Ladder {
  const { high } = laddersOf(facts);
  if (!high) throw new Error('there are no better qualities to make');
  return high;
}

/** Finished pieces of the transcode under way. */
function piecesDir(resultDir: string): string {
  return path.join(resultDir, 'pieces');
}

function rungNames({ video, audio }: Ladder): string[] {
  return [...video, ...audio].map(({ name }) => name);
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
