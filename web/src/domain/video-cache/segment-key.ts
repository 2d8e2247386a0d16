/** Of addresses that mean the same segment (specification, section 5). */
const ignoredParameters = ['t', 's', 'u', '_', 'ts', 'token', 'sig'];

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** `media.video.session.playback.version.expiry.MAC`: what the server signs for segments. */
const signedToken = new RegExp(`^media\\.(${uuid})\\.${uuid}\\.(${uuid})\\.\\d+\\.\\d+\\.[\\w-]+$`);
/** Init and media segments and slides: no playlists, and no tracks that name other files. */
const segmentName =
  /^(?:[a-z][a-z0-9]{0,15}\/(?:init\.mp4|[1-9]\d{0,6}\.m4s)|slides(?:[1-9]\d{0,3})?\/[1-9]\d{0,3}\.jpg)$/;

/** Below it lie the keys of one video; no address of the server. */
const keyRoot = '/kept-segments/';

export interface SegmentKey {
  readonly videoId: string;
  readonly playbackId: string;
  /** The same for every learner and at every time. It names no session. */
  readonly key: string;
}

export interface SegmentRequest {
  readonly url: string;
  readonly method: string;
  readonly hasRange: boolean;
}

/**
 * Reads which segment a request asks for; null for everything that is not kept.
 * @param origin of the page's own server
 */
export function readSegmentKey(request: SegmentRequest, origin: string): SegmentKey | null {
  if (request.method !== 'GET' || request.hasRange || !/^https?:/.test(request.url)) return null;
  const { origin: asked, pathname, searchParams } = new URL(request.url);
  const [, token = '', name = ''] = /^\/media\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
  const [, videoId, playbackId] = signedToken.exec(token) ?? [];
  if (asked !== origin || !videoId || !playbackId || !segmentName.test(name)) return null;
  for (const parameter of ignoredParameters) searchParams.delete(parameter);
  searchParams.sort();
  const query = searchParams.toString();
  const key = `${keyRoot}${videoId}/${name}${query && `?${query}`}`;
  return { videoId, playbackId, key };
}
