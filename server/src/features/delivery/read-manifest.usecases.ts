import type { EncryptionScheme } from '@prahari/contract';
import { readText } from '../../platform/storage/object-cache.ts';
import type { DeliveryDeps } from './delivery.deps.ts';
import { formatManifestPrefix, type ManifestKind, manifestNames } from './media-layout.rules.ts';

/**
 * Reads a manifest as it was packaged: while better renditions are still being made, the one of
 * those that exist. Cached in memory like segments, since it never changes.
 */
export async function readManifest(
  { objects }: Pick<DeliveryDeps, 'objects'>,
  video: { readonly id: string; readonly mediaRevision: number },
  kind: ManifestKind,
  scheme: EncryptionScheme,
): Promise<string> {
  const folder = formatManifestPrefix(video.id, video.mediaRevision, scheme);
  const found = await objects.get(`${folder}/${manifestNames[kind]}`);
  if (!found) throw new Error(`video ${video.id} has no ${kind} manifest`);
  return readText(found);
}
