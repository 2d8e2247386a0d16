import path from 'node:path';
import {
  type MediaTools,
  makePoster,
  packageLesson,
  planLadder,
  probe,
  qualityClassesOf,
  transcodeLadder,
} from '@prahari/media';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import { mediaPrefixOf, posterName } from '../media-prefix.rules.ts';
import type { ContentKeyring } from './content-keys.usecases.ts';
import type { ProgressReport } from './report-progress.usecases.ts';

export interface LessonRequest {
  readonly videoId: string;
  readonly inputPath: string;
  /** Empty, and this try's own. */
  readonly workDir: string;
  readonly tools: MediaTools;
  readonly report: ProgressReport;
  readonly signal: AbortSignal;
}

export interface Lesson {
  readonly durationSeconds: number;
  readonly mediaPrefix: string;
}

/**
 * Makes an encrypted lesson out of an uploaded file and publishes it whole.
 * @throws MediaError, AttemptLost, or what storage and database throw
 */
export async function makeLesson(
  deps: { storage: ObjectStorage; contentKeys: ContentKeyring },
  request: LessonRequest,
): Promise<Lesson> {
  const { videoId, inputPath, workDir, tools, report, signal } = request;
  const transcodedDir = path.join(workDir, 'transcoded');
  const outDir = path.join(workDir, 'lesson');

  await report.enter('probe');
  const facts = await probe(inputPath, { tools, signal });
  const ladder = planLadder(facts);

  await report.enter('transcode');
  const onProgress = report.transcoded;
  await transcodeLadder({
    ...{ inputPath, ladder, facts, tools, signal, onProgress },
    outDir: transcodedDir,
  });

  await report.enter('package');
  const keys = await deps.contentKeys.ensure(videoId, qualityClassesOf(ladder));
  await packageLesson({ ladder, inputDir: transcodedDir, outDir, keys, tools, signal });

  await report.enter('poster');
  await makePoster({ inputPath, outPath: path.join(outDir, posterName), facts, tools, signal });

  await report.enter('publish');
  const mediaPrefix = mediaPrefixOf(videoId);
  await deps.storage.publish(outDir, mediaPrefix);
  return { durationSeconds: facts.durationSeconds, mediaPrefix };
}
