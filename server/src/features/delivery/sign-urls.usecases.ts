import type { DeliveryDeps } from './delivery.deps.ts';
import {
  formatPicturesFolder,
  formatThumbnailName,
  pictureTrackName,
} from './media-layout.rules.ts';

/** The session that a signed URL is for, and its expiry. */
export interface PictureUrlRequest {
  readonly videoId: string;
  readonly sessionId: string;
  /** The version of the video's URLs, read when permission was checked. */
  readonly urlVersion: number;
  /** At most an hour ahead: ended sessions are remembered that long. */
  readonly expiresAt: Date;
}

/** Posters are bound to the session alone: its lists show them in any network. */
export interface PosterUrlRequest extends PictureUrlRequest {
  /** As `media-layout.rules.ts` names it. */
  readonly posterName: string;
}

export interface MediaUrlRequest extends PictureUrlRequest {
  readonly playbackId: string;
  /** Of the client that will fetch; segments are bound to its network. */
  readonly address: string;
}

type SignDeps = Pick<DeliveryDeps, 'signedUrls'>;

/** Signs `/media/<token>`; init and media segments of the video lie below it. */
export function signMediaUrl({ signedUrls }: SignDeps, request: MediaUrlRequest): string {
  return `/media/${signedUrls.sign({ ...request, kind: 'media' }, request.address)}`;
}

/** Signs the whole address of a poster. */
export function signPosterUrl(deps: SignDeps, request: PosterUrlRequest): string {
  return `${signPictures(deps, request)}/${request.posterName}`;
}

/** Signs the whole address of a poster's thumbnail. */
export function signThumbnailUrl(deps: SignDeps, request: PosterUrlRequest): string {
  return `${signPictures(deps, request)}/${formatThumbnailName(request.posterName)}`;
}

/** Signs the whole address of the storyboard's track; its sheets lie beside it. */
export function signStoryboardUrl(
  deps: SignDeps,
  { revision, ...request }: PictureUrlRequest & { readonly revision: number },
): string {
  const folder = formatPicturesFolder('storyboard', revision);
  return `${signPictures(deps, request)}/${folder}/${pictureTrackName}`;
}

function signPictures({ signedUrls }: SignDeps, request: PictureUrlRequest): string {
  return `/media/${signedUrls.sign({ ...request, kind: 'poster', playbackId: null }, '')}`;
}
