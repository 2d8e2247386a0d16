import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import {
  type Ladder,
  listQualityClasses,
  type PackageRequest,
  packageVideo,
  type VerifiedPackage,
} from '@prahari/media';
import type { FencedWrite } from '../../../platform/jobs/lease.ts';
import {
  formatFolderSuffix,
  formatManifestPrefix,
  formatMediaPrefix,
  formatRenditionFolder,
  manifestNames,
  type Packaging,
} from '../../delivery/index.ts';
import type { IngestDeps, WorkerDeps } from '../ingest.deps.ts';
import { ensureContentKeys } from '../keys/content-keys.usecases.ts';

export interface KeyedPackageRequest
  extends Pick<PackageRequest, 'inputDir' | 'outDir' | 'signal'> {
  readonly videoId: string;
  readonly ladder: Ladder;
  readonly packaging: Packaging;
  readonly write: FencedWrite;
}

/**
 * Packages clear renditions under the video's own keys, which are created and stored first if
 * missing.
 * @throws MediaError as `packageVideo`
 */
export async function packageUnderKeys(
  deps: Pick<WorkerDeps, 'db' | 'clock' | 'masterKey' | 'keyService' | 'tools'>,
  { videoId, packaging, write, ...request }: KeyedPackageRequest,
): Promise<VerifiedPackage> {
  const classes = listQualityClasses(request.ladder);
  const keys = await ensureContentKeys(deps, { videoId, ...packaging }, classes, write);
  const folderSuffix = formatFolderSuffix(packaging);
  const { scheme } = packaging;
  return packageVideo({ ...request, keys, scheme, folderSuffix, tools: deps.tools });
}

export interface PublishRequest {
  readonly videoId: string;
  /** The folder that `packageVideo` filled; published files are moved out of it. */
  readonly packaged: string;
  /** Names of the renditions to publish. */
  readonly renditions: readonly string[];
  readonly packaging: Packaging;
  /** Of the manifests. */
  readonly mediaRevision: number;
  readonly signal: AbortSignal;
}

/**
 * Publishes renditions, which never change afterwards, then the manifests that name them; the
 * database then says which manifest is current. Never replaces a file that a player may hold.
 */
export async function publishPackage(
  { storage }: Pick<IngestDeps, 'storage'>,
  request: PublishRequest,
): Promise<void> {
  const { videoId, packaged, renditions, packaging, mediaRevision, signal } = request;
  for (const rendition of renditions) {
    const folder = formatRenditionFolder(rendition, packaging);
    signal.throwIfAborted();
    await storage.publish(
      path.join(packaged, folder),
      `${formatMediaPrefix(videoId)}/${folder}`,
      signal,
    );
  }
  const manifests = path.join(packaged, 'manifests');
  await mkdir(manifests);
  for (const name of Object.values(manifestNames)) {
    await rename(path.join(packaged, name), path.join(manifests, name));
  }
  await storage.publish(manifests, formatManifestPrefix(videoId, mediaRevision, packaging.scheme));
}
