import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { EncryptionScheme } from '@prahari/contract';
import type { Ladder } from '@prahari/media';
import type { FencedWrite } from '../../../platform/jobs/lease.ts';
import type { WorkerDeps } from '../ingest.deps.ts';
import { packageUnderKeys, publishPackage } from '../processing/publish-package.usecases.ts';
import { decryptWholeRendition } from '../processing/published-media.usecases.ts';
import type { Renewal } from './key-renewals.repository.ts';

export interface ReencryptRequest extends Renewal {
  /** As it was published. */
  readonly ladder: Ladder;
  /** The revision of the manifests that will name the result. */
  readonly mediaRevision: number;
  readonly scratchDir: string;
  readonly signal: AbortSignal;
  readonly write: FencedWrite;
}

/**
 * Decrypts the published media and packages it again under keys of the next generation, in each
 * scheme, without a transcode. The result has its own folders and manifests, beside those that
 * players hold.
 * @returns in which schemes the video now is
 */
export async function reencryptVideo(
  deps: Pick<
    WorkerDeps,
    'db' | 'clock' | 'masterKey' | 'keyService' | 'storage' | 'schemes' | 'tools'
  >,
  request: ReencryptRequest,
): Promise<readonly EncryptionScheme[]> {
  const { videoId, generation, mediaRevision, ladder, scratchDir, signal, write } = request;
  const inputDir = path.join(scratchDir, 'clear');
  await mkdir(inputDir, { mode: 0o700 });
  const tracks = { video: ladder.video, audio: ladder.audio };
  for (const track of ['video', 'audio'] as const) {
    for (const rendition of tracks[track]) {
      signal.throwIfAborted();
      const published = { videoId, rendition, track, scratchDir, signal };
      const clear = await decryptWholeRendition(deps, published);
      await rename(clear, path.join(inputDir, `${rendition.name}.mp4`));
    }
  }
  const renditions = [...ladder.video, ...ladder.audio].map(({ name }) => name);
  for (const scheme of deps.schemes) {
    const packaging = { generation, scheme };
    const outDir = path.join(scratchDir, scheme);
    const what = { videoId, ladder, packaging, inputDir, outDir, signal, write };
    await packageUnderKeys(deps, what);
    await publishPackage(deps, {
      videoId,
      packaged: outDir,
      renditions,
      packaging,
      mediaRevision,
      signal,
    });
  }
  return deps.schemes;
}
