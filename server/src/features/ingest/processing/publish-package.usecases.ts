import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import {
  type Ladder,
  type PackageRequest,
  packageLesson,
  qualityClassesOf,
  type VerifiedPackage,
} from '@prahari/media';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import {
  folderSuffixOf,
  manifestNames,
  manifestPrefixOf,
  mediaPrefixOf,
  type Packaging,
  rungFolder,
} from '../../delivery/index.ts';
import type { ContentKeyring } from '../keys/content-keys.usecases.ts';

export interface KeyedPackageRequest
  extends Pick<PackageRequest, 'inputDir' | 'outDir' | 'tools' | 'signal'> {
  readonly videoId: string;
  readonly ladder: Ladder;
  readonly packaging: Packaging;
}

/**
 * Packages clear rungs under the video's own keys, which are made and kept first where there are none.
 * @throws MediaError as `packageLesson`
 */
export async function packageUnderKeys(
  contentKeys: Pick<ContentKeyring, 'ensure'>,
  { videoId, packaging, ...request }: KeyedPackageRequest,
): Promise<VerifiedPackage> {
  const classes = qualityClassesOf(request.ladder);
  const keys = await contentKeys.ensure({ videoId, ...packaging }, classes);
  const folderSuffix = folderSuffixOf(packaging);
  return packageLesson({ ...request, keys, scheme: packaging.scheme, folderSuffix });
}

export interface PublishRequest {
  readonly storage: Pick<ObjectStorage, 'publish'>;
  readonly videoId: string;
  /** The folder that `packageLesson` filled; what is published is moved out of it. */
  readonly packaged: string;
  /** Names of the rungs to publish. */
  readonly rungs: readonly string[];
  readonly packaging: Packaging;
  /** Of the manifests. */
  readonly mediaRevision: number;
  readonly signal: AbortSignal;
}

/**
 * Rungs first, each for good, then the manifests that name them; the database says afterwards which
 * manifest is current. Nothing that a player may hold is replaced.
 */
export async function publishPackage(request: PublishRequest): Promise<void> {
  const { storage, videoId, packaged, rungs, packaging, mediaRevision, signal } = request;
  for (const rung of rungs) {
    const folder = rungFolder(rung, packaging);
    signal.throwIfAborted();
    await storage.publish(
      path.join(packaged, folder),
      `${mediaPrefixOf(videoId)}/${folder}`,
      signal,
    );
  }
  const manifests = path.join(packaged, 'manifests');
  await mkdir(manifests);
  for (const name of Object.values(manifestNames)) {
    await rename(path.join(packaged, name), path.join(manifests, name));
  }
  await storage.publish(manifests, manifestPrefixOf(videoId, mediaRevision, packaging.scheme));
}
