import type { EncryptionScheme } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import { playbackEnded } from '../../drm/index.ts';
import type { PlayableVideo } from '../../videos/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { findLivePlayback, type LivePlaybackDeps } from '../sessions/live-playback.usecases.ts';
import { encryptionSchemeMissing } from '../sessions/sessions.errors.ts';
import { findLatestPlayed } from '../sessions/sessions.repository.ts';
import { mayHaveManifest } from '../sessions/sessions.rules.ts';
import { withBaseUrl } from './dash-manifest.rules.ts';
import { withPlaylistPaths } from './hls-manifest.rules.ts';

export type ManifestKind = Parameters<PlaybackDeps['videos']['readManifest']>[1];
type MediaGrant = Parameters<PlaybackDeps['videos']['signMediaUrl']>[0];

/**
 * Answers the manifest of a playback session, signed for the caller's network.
 * @param asked.playbackSessionId undefined for the one that is played in the caller's sign-in
 * @throws AppError 403 by `playbackEnded`, or encryption_scheme_missing when the keys were renewed
 *   without its scheme
 */
export async function answerManifest(
  deps: LivePlaybackDeps & Pick<PlaybackDeps, 'db' | 'drm' | 'sessionFacts'>,
  caller: SessionCaller,
  kind: ManifestKind,
  asked: { videoId: string; playbackSessionId: string | undefined; traits: ClientTraits },
): Promise<string> {
  const { videoId, traits } = asked;
  const isNamed = asked.playbackSessionId !== undefined;
  const { sessionId } = caller;
  const id = asked.playbackSessionId ?? (await findLatestPlayed(deps.db, sessionId, videoId));
  if (id === undefined) throw playbackEnded('over');
  const playback = await findLivePlayback(deps, id, caller);
  if (playback.end !== null) throw playbackEnded(playback.end);
  const placeMatch = deps.sessionFacts.matchPlace(playback.accessUntil, traits);
  const { isStarted } = playback;
  const mayHave = mayHaveManifest({ isNamed, isStarted }, placeMatch);
  if (playback.videoId !== videoId || !mayHave) throw playbackEnded('over');
  const { expiresAt, video, policy, scheme } = playback;
  if (!video.schemes.includes(scheme)) throw encryptionSchemeMissing();
  const systems = await deps.drm.listKeySystems(policy, scheme);
  const grant = { sessionId, playbackId: id, expiresAt, address: traits.address };
  return buildManifest(deps, video, { kind, scheme, systems }, grant);
}

/**
 * Builds a manifest that names the key systems of its session, with signed URLs of its media.
 */
export async function buildManifest(
  { videos, drm }: Pick<PlaybackDeps, 'videos' | 'drm'>,
  video: PlayableVideo,
  {
    kind,
    scheme,
    systems,
  }: {
    readonly kind: ManifestKind;
    readonly scheme: EncryptionScheme;
    readonly systems: Parameters<PlaybackDeps['drm']['protectManifest']>[1];
  },
  grant: Omit<MediaGrant, 'videoId' | 'urlVersion'>,
): Promise<string> {
  const stored = await videos.readManifest(video, kind, scheme);
  const { id: videoId, urlVersion } = video;
  const path = `${videos.signMediaUrl({ ...grant, videoId, urlVersion })}/`;
  return kind === 'dash'
    ? withBaseUrl(drm.protectManifest(stored, systems), path)
    : withPlaylistPaths(stored, path, systems);
}
