import type { PathGrant } from './signed-url.rules.ts';

export interface Fetcher {
  readonly now: Date;
  /** The session of the watch-pass cookie; null when there is no good one. */
  readonly watchSessionId: string | null;
  /** `Sec-Fetch-Site`, which no page can set; undefined outside browsers. */
  readonly fetchSite: string | undefined;
  isRevoked(sessionId: string): boolean;
  /** Tells whether that playback session was ended. */
  isStopped(playbackId: string): boolean;
  /** Tells whether the video was taken away from some users since that count. */
  isCut(videoId: string, pathEpoch: number): boolean;
}

/**
 * Tells whether a path may be fetched: a signed path is good in time, in the session that it was
 * made for while that lives, as long as nothing was taken away of the video, and never from another
 * site. Segments also need the playback session that they were signed for, and the password
 * confirmed, which the media cookie stands for.
 */
export function mayFetch(grant: PathGrant, fetcher: Fetcher): boolean {
  if (fetcher.now >= grant.expiresAt) return false;
  if (fetcher.isRevoked(grant.sessionId)) return false;
  if (fetcher.isCut(grant.videoId, grant.pathEpoch)) return false;
  if (fetcher.fetchSite !== undefined && fetcher.fetchSite !== 'same-origin') return false;
  if (grant.kind === 'poster') return true;
  if (grant.playbackId === null || fetcher.isStopped(grant.playbackId)) return false;
  return fetcher.watchSessionId === grant.sessionId;
}
