import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { EncryptionScheme, ProcessingStep } from '@prahari/contract';
import {
  type Crew,
  type Ladder,
  measureSegments,
  moveDurably,
  type Progress,
  probe,
  requireUnchanged,
  transcodeLadder,
  pieceSeconds as usualPieceSeconds,
} from '@prahari/media';
import type { FencedWrite } from '../../../platform/jobs/lease.ts';
import { linkTree } from '../../../platform/storage/link-tree.ts';
import { formatThumbnailName, type Packaging, pictureNames } from '../../delivery/index.ts';
import type { WorkerDeps } from '../ingest.deps.ts';
import { isFileThere } from '../is-file-there.adapter.ts';
import type { PartStep } from '../parts/parts.repository.ts';
import { makePosterOfVideo, makeStoryboardAndSlides } from '../pictures/make-pictures.usecases.ts';
import {
  type PicturesToPublish,
  posterFile,
  publishPoster,
  publishStoryboardAndSlides,
} from '../pictures/publish-pictures.usecases.ts';
import { countVideoMedia } from '../storage-use/tasks/count-media.task.ts';
import { SourceMissing } from './failure.rules.ts';
import { planLadders } from './find-ladder.usecases.ts';
import { keepTexts } from './keep-texts.usecases.ts';
import { packageUnderKeys, publishPackage } from './publish-package.usecases.ts';
import type { Published } from './repeat-step.rules.ts';
import { describeVideo, type VideoFacts } from './video-facts.rules.ts';

export type StepDeps = Pick<
  WorkerDeps,
  'db' | 'clock' | 'log' | 'storage' | 'masterKey' | 'keyService' | 'pieceSeconds' | 'tools'
>;

export interface StepRequest extends PicturesToPublish {
  /** Null for a step that doesn't read the upload, or when that was removed. */
  readonly inputPath: string | null;
  readonly published: Published;
  /** As an earlier try chose it; undefined before the first look at the source. */
  readonly segmentSeconds: number | undefined;
  /** Each makes a separate package from the same renditions. */
  readonly schemes: readonly EncryptionScheme[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Called when a part of a step is finished and kept. */
  readonly onKept: () => Promise<void>;
  readonly write: FencedWrite;
  /** Others who make parts of a step, too. */
  readonly createCrew: (step: PartStep) => Crew;
  /** Removes what others made of parts, once they are joined. */
  readonly clearParts: () => Promise<void>;
}

/** A step that needs the facts of the source. */
export type StepAfterProbe = Exclude<ProcessingStep, 'probe'>;

type PackageStep = 'package_low' | 'package_high';

export const lowRevision = 1;
const wholeRevision = 2;

/** Returns the revision of the manifest that a finished job leaves. */
export function computeLastRevision(facts: VideoFacts): number {
  return planLadders(facts).high ? wholeRevision : lowRevision;
}

/**
 * Looks at the source: every packet of it, and how long its segments should be.
 * @throws MediaError when the file cannot become a video
 */
export async function probeSource(
  { tools }: Pick<StepDeps, 'tools'>,
  request: StepRequest,
): Promise<{ facts: VideoFacts; said: string }> {
  const { signal, segmentSeconds } = request;
  const inputPath = requireSource(request);
  const facts = await probe(inputPath, { tools, signal });
  const segments =
    segmentSeconds === undefined
      ? await measureSegments({ inputPath, facts, tools, signal })
      : { segmentSeconds, saved: null };
  const found: VideoFacts = { ...facts, segmentSeconds: segments.segmentSeconds };
  return { facts: found, said: describeVideo(found, segments.saved) };
}

/**
 * Does the work of a step. Moves finished results into `resultDir` at once, complete.
 * @returns a description of the result
 */
export async function doStep(
  deps: StepDeps,
  step: StepAfterProbe,
  request: StepRequest,
  facts: VideoFacts,
): Promise<string> {
  const { low, high, whole } = planLadders(facts);
  switch (step) {
    case 'validate':
      return validate(deps, { ...request, inputPath: requireSource(request) }, facts);
    case 'poster':
      return makeAndKeepPoster(deps, request, facts, whole);
    case 'transcode_low':
      return transcode(deps, request, facts, { ladder: low, step });
    case 'package_low':
      return encryptAndPackage(deps, request, low, 'package_low');
    case 'publish_low':
      await publishPoster(deps, request);
      return publishRenditions(deps, request, {
        step: 'package_low',
        ladder: low,
        mediaRevision: lowRevision,
      });
    case 'transcode_high':
      if (!high) throw new Error('there are no better renditions to make');
      return transcode(deps, request, facts, { ladder: high, step });
    case 'package_high':
      return encryptAndPackage(deps, request, whole, 'package_high');
    case 'storyboard':
      return makeAndKeepStoryboard(deps, request, facts, { low, whole });
    case 'publish':
      await publishStoryboardAndSlides(deps, request);
      if (!high) return 'nothing to add';
      return publishRenditions(deps, request, {
        step: 'package_high',
        ladder: high,
        mediaRevision: wholeRevision,
      });
  }
}

/** Tells whether the results of a finished step for later ones still exist. */
export async function isInPlace(
  step: ProcessingStep,
  { resultDir, schemes }: Pick<StepRequest, 'resultDir' | 'schemes'>,
  facts: VideoFacts,
  published: Pick<Published, 'low'>,
): Promise<boolean> {
  const { low, high } = planLadders(facts);
  const areRenditionsThere = (ladder: Ladder) =>
    areAllThere(renditionNames(ladder).map((name) => path.join(resultDir, 'clear', `${name}.mp4`)));
  const arePackagesThere = (name: PackageStep) =>
    areAllThere(schemes.map((scheme) => path.join(resultDir, packageName(name, scheme))));
  switch (step) {
    case 'poster':
      return published.low || isFileThere(path.join(resultDir, posterFile));
    case 'transcode_low':
      return areRenditionsThere(low);
    case 'package_low':
      return published.low || arePackagesThere('package_low');
    case 'transcode_high':
      return high === null || areRenditionsThere(high);
    case 'package_high':
      return high === null || arePackagesThere('package_high');
    case 'storyboard':
      return areAllThere(pictureNames.map((name) => path.join(resultDir, name)));
    default:
      return true;
  }
}

/** @throws SourceMissing */
function requireSource({ inputPath }: StepRequest): string {
  if (inputPath === null) throw new SourceMissing();
  return inputPath;
}

async function validate(
  deps: StepDeps,
  request: StepRequest & { readonly inputPath: string },
  facts: VideoFacts,
): Promise<string> {
  await requireUnchanged(request.inputPath, facts);
  return ['whole', ...(await keepTexts(deps, request, facts))].join(', ');
}

async function makeAndKeepPoster(
  deps: StepDeps,
  request: StepRequest,
  facts: VideoFacts,
  ladder: Ladder,
): Promise<string> {
  const poster = await makePosterOfVideo(deps, request, facts, ladder.video);
  for (const file of [formatThumbnailName(poster), poster]) {
    await moveDurably(file, path.join(request.resultDir, path.basename(file)));
  }
  if (request.published.low) await publishPoster(deps, request);
  return posterFile;
}

async function makeAndKeepStoryboard(
  deps: StepDeps,
  request: StepRequest,
  facts: VideoFacts,
  { low, whole }: { low: Ladder; whole: Ladder },
): Promise<string> {
  const renditions = { low: low.video, whole: whole.video };
  const clear = clearDir(request.resultDir);
  const sources = { facts, renditions, clearDir: clear };
  for (const dir of await makeStoryboardAndSlides(deps, request, sources)) {
    await moveDurably(dir, path.join(request.resultDir, path.basename(dir)));
  }
  if (request.published.whole) await publishStoryboardAndSlides(deps, request);
  return pictureNames.join(', ');
}

async function transcode(
  { tools, log, pieceSeconds = usualPieceSeconds }: StepDeps,
  request: StepRequest,
  facts: VideoFacts,
  { ladder, step }: { ladder: Ladder; step: PartStep },
): Promise<string> {
  const { resultDir, scratchDir, signal, onProgress, onKept } = request;
  const inputPath = requireSource(request);
  const outDir = path.join(scratchDir, 'clear');
  const made = await transcodeLadder({
    inputPath,
    outDir,
    ladder,
    facts,
    tools,
    signal,
    onProgress,
    kept: { dir: piecesDir(resultDir), onKept, pieceSeconds, crew: request.createCrew(step) },
  });
  if (made.setback !== null) {
    const wanted = tools.encoder.name;
    log.warn({ wanted, toolOutput: made.setback }, 'an encoder failed; libx264 stood in');
  }
  await mkdir(clearDir(resultDir), { recursive: true });
  for (const name of renditionNames(ladder)) {
    const file = `${name}.mp4`;
    await moveDurably(path.join(outDir, file), path.join(clearDir(resultDir), file));
  }
  const by = made.setback === null ? made.encoder : `${made.encoder}, ${tools.encoder.name} failed`;
  return `${renditionNames(ladder).join(', ')} (${by})`;
}

async function encryptAndPackage(
  deps: StepDeps,
  request: StepRequest,
  ladder: Ladder,
  name: PackageStep,
): Promise<string> {
  const { videoId, resultDir, signal } = request;
  const inputDir = clearDir(resultDir);
  // Not sooner: until now the step that joined the pieces was not recorded as finished.
  await rm(piecesDir(resultDir), { recursive: true, force: true });
  await request.clearParts();
  const said: string[] = [];
  for (const scheme of request.schemes) {
    const packaging = choosePackaging(scheme);
    const outDir = path.join(request.scratchDir, packageName(name, scheme));
    const { write } = request;
    const what = { videoId, ladder, packaging, inputDir, outDir, signal, write };
    const made = await packageUnderKeys(deps, what);
    await moveDurably(outDir, path.join(resultDir, packageName(name, scheme)));
    said.push(`${scheme}: ${made.files.length} files, ${made.totalBytes} bytes`);
  }
  return said.join('; ');
}

async function publishRenditions(
  deps: StepDeps,
  request: StepRequest,
  {
    step,
    ladder,
    mediaRevision,
  }: { readonly step: PackageStep; readonly ladder: Ladder; readonly mediaRevision: number },
): Promise<string> {
  const { videoId, signal } = request;
  const renditions = renditionNames(ladder);
  for (const scheme of request.schemes) {
    const name = packageName(step, scheme);
    // Publishing moves its input; a try that dies in here leaves the packaged step intact.
    const packaged = path.join(request.scratchDir, `${name}-out`);
    await linkTree(path.join(request.resultDir, name), packaged);
    const packaging = choosePackaging(scheme);
    const what = { videoId, packaged, renditions, packaging, mediaRevision, signal };
    await publishPackage(deps, what);
  }
  await countVideoMedia(deps, videoId);
  return renditions.join(', ');
}

/** Returns the packaging of new media, whose keys were never renewed. */
function choosePackaging(scheme: EncryptionScheme): Packaging {
  return { generation: 1, scheme };
}

function packageName(step: PackageStep, scheme: EncryptionScheme): string {
  return `${step}-${scheme}`;
}

function clearDir(resultDir: string): string {
  return path.join(resultDir, 'clear');
}

/** Returns the folder of finished pieces of the running transcode. */
function piecesDir(resultDir: string): string {
  return path.join(resultDir, 'pieces');
}

function renditionNames({ video, audio }: Ladder): string[] {
  return [...video, ...audio].map(({ name }) => name);
}

async function areAllThere(files: readonly string[]): Promise<boolean> {
  return (await Promise.all(files.map(isFileThere))).every(Boolean);
}
