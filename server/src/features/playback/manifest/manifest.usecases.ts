import type { EncryptionScheme } from '@prahari/contract';
import type { PlayableVideo } from '../../videos/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import { withBaseUrl } from './dash-manifest.rules.ts';
import { withPlaylistPaths } from './hls-manifest.rules.ts';

export type ManifestKind = Parameters<PlaybackPorts['videos']['readManifest']>[1];
type UrlGrant = Parameters<PlaybackPorts['videos']['signMediaUrl']>[0];

/** What manifests of a session are made by. */
interface ManifestFacts {
  readonly scheme: EncryptionScheme;
  readonly systems: Parameters<PlaybackPorts['drm']['protectManifest']>[1];
}

/**
 * Makes a manifest that names the key systems of its session, and leads to media under its signed
 * path.
 */
export function createSignedManifest({ videos, drm }: Pick<PlaybackPorts, 'videos' | 'drm'>) {
  return async function signedManifest(
    kind: ManifestKind,
    video: PlayableVideo,
    { scheme, systems }: ManifestFacts,
    grant: Omit<UrlGrant, 'videoId' | 'urlVersion'>,
  ): Promise<string> {
    const stored = await videos.readManifest(video, kind, scheme);
    const { id: videoId, urlVersion } = video;
    const path = `${videos.signMediaUrl({ ...grant, videoId, urlVersion })}/`;
    return kind === 'dash'
      ? withBaseUrl(drm.protectManifest(stored, systems), path)
      : withPlaylistPaths(stored, path, systems);
  };
}
