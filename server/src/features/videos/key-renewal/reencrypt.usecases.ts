import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import {
  type AudioRung,
  type EncryptionScheme,
  type Ladder,
  type MediaTools,
  packageLesson,
  qualityClassesOf,
  type VideoRung,
} from '@prahari/media';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import {
  manifestNames,
  manifestPrefixOf,
  mediaPrefixOf,
  rungFolder,
} from '../media-prefix.rules.ts';
import type { ContentKeyring, PublishedMedia } from '../processing/index.ts';
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
 * Opens what is published and packages it anew under keys of the next generation, without a
 * transcode. What comes out lies beside what players hold: its own folders, its own manifests.
 */
export function createReencrypt(deps: {
  storage: ObjectStorage;
  contentKeys: Pick<ContentKeyring, 'ensure'>;
  published: Pick<PublishedMedia, 'wholeRung'>;
  scheme: EncryptionScheme;
}) {
  const { storage, scheme } = deps;

  return async function reencrypt(request: ReencryptRequest): Promise<void> {
    const { videoId, generation, scratchDir, tools, signal } = request;
    const ladder = renamed(request.ladder, generation);
    const keys = await deps.contentKeys.ensure(videoId, qualityClassesOf(ladder), generation);
    const inputDir = path.join(scratchDir, 'clear');
    const outDir = path.join(scratchDir, 'out');
    await mkdir(inputDir, { mode: 0o700 });
    const tracks = { video: request.ladder.video, audio: request.ladder.audio };
    for (const track of ['video', 'audio'] as const) {
      for (const rung of tracks[track]) {
        signal.throwIfAborted();
        const open = { videoId, rung, track, scratchDir, tools, signal };
        const clear = await deps.published.wholeRung(open);
        await rename(clear, path.join(inputDir, `${rungFolder(rung.name, generation)}.mp4`));
      }
    }
    await packageLesson({ ladder, inputDir, outDir, keys, scheme, tools, signal });
    await publish(request, ladder, outDir);
  };

  /** Rungs first, then the manifests that name them; the database says afterwards which are current. */
  async function publish(
    { videoId, mediaRevision, scratchDir }: ReencryptRequest,
    { video, audio }: Ladder,
    outDir: string,
  ): Promise<void> {
    for (const { name } of [...video, ...audio]) {
      await storage.publish(path.join(outDir, name), `${mediaPrefixOf(videoId)}/${name}`);
    }
    const manifests = path.join(scratchDir, 'manifests');
    await mkdir(manifests);
    for (const name of Object.values(manifestNames)) {
      await rename(path.join(outDir, name), path.join(manifests, name));
    }
    await storage.publish(manifests, manifestPrefixOf(videoId, mediaRevision));
  }
}

export type Reencrypt = ReturnType<typeof createReencrypt>;

function renamed(ladder: Ladder, generation: number): Ladder {
  const one = <Rung extends VideoRung | AudioRung>(rung: Rung): Rung => ({
    ...rung,
    name: rungFolder(rung.name, generation),
  });
  return { ...ladder, video: ladder.video.map(one), audio: ladder.audio.map(one) };
}
