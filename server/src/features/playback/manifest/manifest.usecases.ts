import type { EncryptionScheme } from '@prahari/contract';
import type { PlayableVideo } from '../../videos/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import { withBaseUrl } from './dash-manifest.rules.ts';
import { withPlaylistPaths } from './hls-manifest.rules.ts';

export type ManifestKind = Parameters<PlaybackPorts['videos']['readManifest']>[1];
type PathGrant = Parameters<PlaybackPorts['videos']['signMediaPath']>[0];

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
    grant: Omit<PathGrant, 'videoId' | 'pathEpoch'>,
  ): Promise<string> {
    const stored = await videos.readManifest(video, kind, scheme);
    const { id: videoId, pathEpoch } = video;
    const path = `${videos.signMediaPath({ ...grant, videoId, pathEpoch })}/`;
    return kind === 'dash'
      ? withBaseUrl(drm.protectManifest(stored, systems), path)
      : withPlaylistPaths(stored, path, systems);
  };
}
