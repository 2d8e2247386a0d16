import { isStorageKey } from '../../platform/storage/storage.ts';
import { formatMediaPrefix, isSlidesFolder } from './media-layout.rules.ts';
import type { UrlGrant } from './signed-url.rules.ts';

/**
 * `v720/init.mp4`, `audio/17.m4s`, `audio/media.m3u8`, `slides2/3.jpg`: files that players fetch,
 * except manifests.
 */
const mediaName =
  /^(?:[a-z][a-z0-9]{0,15}\/(?:init\.mp4|[1-9]\d{0,6}\.m4s|media\.m3u8)|slides(?:[1-9]\d{0,3})?\/(?:index\.vtt|[1-9]\d{0,3}\.jpg))$/;

/**
 * `poster.jpg`, `poster.2.jpg`, `poster-<its id>.jpg`, each with `.card`, `storyboard2/index.vtt`,
 * `storyboard/3.jpg`: pictures that show a video in lists.
 */
const stillName =
  /^(?:poster(?:-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\.[1-9]\d{0,3})?(?:\.card)?\.jpg|storyboard(?:[1-9]\d{0,3})?\/(?:index\.vtt|[1-9]\d?\.jpg))$/;

/** RFC 8216, section 4. */
export const playlistType = 'application/vnd.apple.mpegurl';

/**
 * Returns the object that a path below a signed one means; null when the grant does not cover it.
 * @param rest what follows the token and its slash, percent-decoded once
 */
export function resolveObjectKey(
  grant: Pick<UrlGrant, 'kind' | 'videoId'>,
  rest: string,
): string | null {
  const isCovered = (grant.kind === 'poster' ? stillName : mediaName).test(rest);
  if (!isCovered) return null;
  const key = `${formatMediaPrefix(grant.videoId)}/${rest}`;
  return isStorageKey(key) ? key : null;
}

/** Recognises a playlist of one rendition; its key lines are rewritten before it is answered. */
export function isPlaylist(key: string): boolean {
  return key.endsWith('.m3u8');
}

/** Recognises encrypted pictures or sound. */
export function isSegment(key: string): boolean {
  return key.endsWith('.m4s') || key.endsWith('.mp4');
}

/**
 * Splits a segment's name into its folder and its number along the video, 0 for the init segment.
 */
export function parseSegmentPlace(name: string): { folder: string; number: number } {
  const [folder = '', file = ''] = name.split('/');
  return { folder, number: Number.parseInt(file, 10) || 0 };
}

/** Recognises a picture, or the track of pictures, beside the sound. */
export function isSlide(key: string): boolean {
  return isSlidesFolder(key.split('/').at(-2) ?? '');
}

/** Returns the media type that a key is served as; the name's ending is ours, never a client's. */
export function decideContentType(key: string): string {
  if (key.endsWith('.jpg')) return 'image/jpeg';
  if (isPlaylist(key)) return playlistType;
  if (key.endsWith('.vtt')) return 'text/vtt; charset=utf-8';
  return key.endsWith('.m4s') ? 'video/iso.segment' : 'video/mp4';
}
