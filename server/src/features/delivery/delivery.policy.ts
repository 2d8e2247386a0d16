import type { EventCatalogue } from '@prahari/contract';
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

/** Why an object is not sent; `forged` is a URL that is not ours. */
export type FetchRefusal = EventCatalogue['segment.refused']['reason'];

/**
 * Finds why an object may not be fetched: a signed URL is valid in time, in its live session, while
 * its URL version is current, and never from another site. Segments also need the playback session
 * that they were signed for, and the password confirmed, which the media cookie stands for.
 * @returns null if it may be
 */
export function findFetchRefusal(grant: UrlGrant, fetcher: Fetcher): FetchRefusal | null {
  if (fetcher.now >= grant.expiresAt) return 'expired';
  if (fetcher.isRevoked(grant.sessionId)) return 'ended';
  if (fetcher.isRevokedVersion(grant.videoId, grant.urlVersion)) return 'withdrawn';
  if (fetcher.fetchSite !== undefined && fetcher.fetchSite !== 'same-origin') return 'other-site';
  if (grant.kind === 'poster') return null;
  if (grant.playbackId === null || fetcher.isPlaybackRevoked(grant.playbackId)) return 'ended';
  return fetcher.watchSessionId === grant.sessionId ? null : 'unconfirmed';
}
