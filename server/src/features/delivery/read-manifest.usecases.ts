import type { EncryptionScheme } from '@prahari/contract';
import { readText } from '../../platform/storage/object-cache.ts';
import type { DeliveryDeps } from './delivery.deps.ts';
import { formatManifestPrefix, type ManifestKind, manifestNames } from './media-layout.rules.ts';

/**
 * Reads a manifest as it was packaged: of a video whose better renditions are still made, that
 * of those that are there. Held in memory like segments, for it never changes.
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
