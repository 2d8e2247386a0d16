import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type AudioRung, decryptTrack, type MediaTools, type VideoRung } from '@prahari/media';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import { mediaPrefixOf, rungFolder } from '../../delivery/index.ts';
import type { ContentKeyring } from '../keys/content-keys.usecases.ts';

export interface PublishedRequest {
  readonly videoId: string;
  readonly rung: Pick<VideoRung | AudioRung, 'name' | 'quality'>;
  /** A picture, where left out. */
  readonly track?: 'video' | 'audio';
  /** For what is not finished. */
  readonly scratchDir: string;
  readonly tools: MediaTools;
  readonly signal: AbortSignal;
}

export interface SegmentRequest extends PublishedRequest {
  /** Of the picture. */
  readonly segmentSeconds: number;
}

/**
 * Opens what is published again, for the server's own use: stills are made of it when the upload is
 * gone.
 */
export function createPublishedMedia(deps: {
  storage: Pick<ObjectStorage, 'read'>;
  contentKeys: Pick<ContentKeyring, 'current'>;
}) {
  /** @param numbers of segments, from 1; the first that is missing ends it */
  async function open(request: PublishedRequest, numbers: Iterable<number>): Promise<string> {
    const { videoId, rung, scratchDir, tools, signal } = request;
    const { packaging, keys } = await deps.contentKeys.current(videoId);
    const folder = rungFolder(rung.name, packaging);
    const key = keys.find(({ qualityClass }) => qualityClass === rung.quality);
    const at = (name: string) => `${mediaPrefixOf(videoId)}/${folder}/${name}`;
    const init = await deps.storage.read(at('init.mp4'));
    if (!init || !key) throw new Error(`${at('init.mp4')} cannot be opened`);
    const encryptedName = `${rung.name}.encrypted.mp4`;
    const clearName = `${rung.name}.clear.mp4`;
    const encrypted = path.join(scratchDir, encryptedName);
    await writeFile(encrypted, init, { mode: 0o600 });
    for (const number of numbers) {
      signal.throwIfAborted();
      const segment = await deps.storage.read(at(`${number}.m4s`));
      if (!segment) break;
      await appendFile(encrypted, segment);
    }
    const { track = 'video' } = request;
    const names = { folder: scratchDir, encryptedName, clearName };
    await decryptTrack({ ...names, track, key, tools, signal });
    return path.join(scratchDir, clearName);
  }

  return {
    /** Opens one rung from beginning to end, clear, as a file in the scratch folder. */
    wholeRung: (request: PublishedRequest) => open(request, numbersFrom(1)),

    /** Opens the segment of a moment, clear, and tells where in it the moment is, in seconds. */
    async moment(request: SegmentRequest, atSeconds: number) {
      const { segmentSeconds } = request;
      const index = Math.floor(Math.max(0, atSeconds) / segmentSeconds);
      const file = await open(request, [index + 1]);
      return { file, offsetSeconds: Math.max(0, atSeconds) - index * segmentSeconds };
    },
  };
}

export type PublishedMedia = ReturnType<typeof createPublishedMedia>;

function* numbersFrom(first: number): Generator<number> {
  for (let number = first; ; number += 1) yield number;
}
