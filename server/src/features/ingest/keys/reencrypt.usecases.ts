import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { EncryptionScheme } from '@prahari/contract';
import type { Ladder, MediaTools } from '@prahari/media';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import { packageUnderKeys, publishPackage } from '../processing/publish-package.usecases.ts';
import type { PublishedMedia } from '../processing/published-media.usecases.ts';
import type { ContentKeyring } from './content-keys.usecases.ts';
import type { Renewal } from './key-renewals.repository.ts';

export interface ReencryptRequest extends Renewal {
  /** As it was published. */
  readonly ladder: Ladder;
  /** Of the manifests that will name what is made here. */
  readonly mediaRevision: number;
  readonly scratchDir: string;
  readonly tools: MediaTools;
  readonly signal: AbortSignal;
}

/**
 * Opens what is published and packages it again under keys of the next generation, in each scheme,
 * without a transcode. The result lies beside what players hold: its own folders, its own
 * manifests.
 */
export function createReencrypt(deps: {
  storage: ObjectStorage;
  contentKeys: Pick<ContentKeyring, 'ensure'>;
  published: Pick<PublishedMedia, 'wholeRung'>;
  schemes: readonly EncryptionScheme[];
}) {
  const { storage } = deps;

  /** @returns in which schemes the video now is */
  return async function reencrypt(request: ReencryptRequest): Promise<readonly EncryptionScheme[]> {
    const { videoId, generation, mediaRevision, ladder, scratchDir, tools, signal } = request;
    const inputDir = path.join(scratchDir, 'clear');
    await mkdir(inputDir, { mode: 0o700 });
    const tracks = { video: ladder.video, audio: ladder.audio };
    for (const track of ['video', 'audio'] as const) {
      for (const rung of tracks[track]) {
        signal.throwIfAborted();
        const open = { videoId, rung, track, scratchDir, tools, signal };
        const clear = await deps.published.wholeRung(open);
        await rename(clear, path.join(inputDir, `${rung.name}.mp4`));
      }
    }
    const rungs = [...ladder.video, ...ladder.audio].map(({ name }) => name);
    for (const scheme of deps.schemes) {
      const packaging = { generation, scheme };
      const outDir = path.join(scratchDir, scheme);
      const what = { videoId, ladder, packaging, inputDir, outDir, tools, signal };
      await packageUnderKeys(deps.contentKeys, what);
      await publishPackage({
        storage,
        videoId,
        packaged: outDir,
        rungs,
        packaging,
        mediaRevision,
        signal,
      });
    }
    return deps.schemes;
  };
}

export type Reencrypt = ReturnType<typeof createReencrypt>;
