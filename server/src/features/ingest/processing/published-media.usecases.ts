import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type AudioRendition, decryptTrack, type VideoRendition } from '@prahari/media';
import { formatMediaPrefix, formatRenditionFolder } from '../../delivery/index.ts';
import type { WorkerDeps } from '../ingest.deps.ts';
import { findCurrentKeys } from '../keys/content-keys.usecases.ts';

export interface PublishedRequest {
  readonly videoId: string;
  readonly rendition: Pick<VideoRendition | AudioRendition, 'name' | 'quality'>;
  /** A picture, where left out. */
  readonly track?: 'video' | 'audio';
  /** The folder for unfinished files. */
  readonly scratchDir: string;
  readonly signal: AbortSignal;
}

export interface SegmentRequest extends PublishedRequest {
  /** Of the picture. */
  readonly segmentSeconds: number;
}

type DecryptDeps = Pick<WorkerDeps, 'db' | 'masterKey' | 'storage' | 'tools'>;

/**
 * Decrypts one published rendition from beginning to end, for the server's own use.
 * @returns the clear file, in the scratch folder
 */
export function decryptWholeRendition(
  deps: DecryptDeps,
  request: PublishedRequest,
): Promise<string> {
  return decryptSegments(deps, request, numbersFrom(1));
}

/**
 * Decrypts the segment of a moment.
 * @returns the clear file, in the scratch folder, and where in it the moment is, in seconds
 */
export async function decryptSegmentOfMoment(
  deps: DecryptDeps,
  request: SegmentRequest,
  atSeconds: number,
): Promise<{ file: string; offsetSeconds: number }> {
  const { segmentSeconds } = request;
  const index = Math.floor(Math.max(0, atSeconds) / segmentSeconds);
  const file = await decryptSegments(deps, request, [index + 1]);
  return { file, offsetSeconds: Math.max(0, atSeconds) - index * segmentSeconds };
}

/** @param numbers of segments, from 1; the first that is missing ends it */
async function decryptSegments(
  deps: DecryptDeps,
  request: PublishedRequest,
  numbers: Iterable<number>,
): Promise<string> {
  const { storage, tools } = deps;
  const { videoId, rendition, scratchDir, signal } = request;
  const { packaging, keys } = await findCurrentKeys(deps, videoId);
  const folder = formatRenditionFolder(rendition.name, packaging);
  const key = keys.find(({ qualityClass }) => qualityClass === rendition.quality);
  const at = (name: string) => `${formatMediaPrefix(videoId)}/${folder}/${name}`;
  const init = await storage.read(at('init.mp4'));
  if (!init || !key) throw new Error(`${at('init.mp4')} cannot be decrypted`);
  const encryptedName = `${rendition.name}.encrypted.mp4`;
  const clearName = `${rendition.name}.clear.mp4`;
  const encrypted = path.join(scratchDir, encryptedName);
  await writeFile(encrypted, init, { mode: 0o600 });
  for (const number of numbers) {
    signal.throwIfAborted();
    const segment = await storage.read(at(`${number}.m4s`));
    if (!segment) break;
    await appendFile(encrypted, segment);
  }
  const { track = 'video' } = request;
  const names = { folder: scratchDir, encryptedName, clearName };
  await decryptTrack({ ...names, track, key, tools, signal });
  return path.join(scratchDir, clearName);
}

function* numbersFrom(first: number): Generator<number> {
  for (let number = first; ; number += 1) yield number;
}
