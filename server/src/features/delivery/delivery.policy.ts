import type { UrlGrant } from './signed-url.rules.ts';

export interface Fetcher {
  readonly now: Date;
  /** The session of the media cookie; null when there is no valid one. */
  readonly watchSessionId: string | null;
  /** `Sec-Fetch-Site`, which no page can set; undefined outside browsers. */
  readonly fetchSite: string | undefined;
  isRevoked(sessionId: string): boolean;
  /** Tells whether that playback session was ended. */
  isPlaybackRevoked(playbackId: string): boolean;
  /** Tells whether URLs of that version were revoked. */
  isRevokedVersion(videoId: string, urlVersion: number): boolean;
}

/**
 * Tells whether an object may be fetched: a signed URL is valid in time, in its live session, while
 * its URL version is current, and never from another site. Segments also need the playback session
 * that they were signed for, and the password confirmed, which the media cookie stands for.
 */
export function canFetch(grant: UrlGrant, fetcher: Fetcher): boolean {
  if (fetcher.now >= grant.expiresAt) return false;
  if (fetcher.isRevoked(grant.sessionId)) return false;
  if (fetcher.isRevokedVersion(grant.videoId, grant.urlVersion)) return false;
  if (fetcher.fetchSite !== undefined && fetcher.fetchSite !== 'same-origin') return false;
  if (grant.kind === 'poster') return true;
  if (grant.playbackId === null || fetcher.isPlaybackRevoked(grant.playbackId)) return false;
  return fetcher.watchSessionId === grant.sessionId;
}
