import type { EncryptionScheme } from '@prahari/contract';

/** All media lies below it in the object store. */
export const mediaRoot = 'videos';

/**
 * Names the place of a video's media in the object store. It follows from the id alone, so that a
 * signed URL needs no query; an upload is one video, whose media never changes once it is ready.
 */
export function formatMediaPrefix(videoId: string): string {
  return `${mediaRoot}/${videoId}`;
}

/** One of the packages of a video that lie side by side. */
export interface Packaging {
  /** From 1; increased with each renewal of the keys. */
  readonly generation: number;
  readonly scheme: EncryptionScheme;
}

/**
 * Returns the suffix of a package's folders after the names of their renditions. Under renewed
 * keys, or in another scheme, a rendition gets a new folder: published media never changes.
 */
export function formatFolderSuffix({ generation, scheme }: Packaging): string {
  return `${schemeMarks[scheme]}${generation === 1 ? '' : `k${generation}`}`;
}

/** Names the folder of a rendition below the prefix. */
export function formatRenditionFolder(name: string, packaging: Packaging): string {
  return name + formatFolderSuffix(packaging);
}

const schemeMarks = { cbcs: '', cenc: 'c' } as const satisfies Record<EncryptionScheme, string>;

/**
 * Names below the prefix: of the poster, and of the folders of storyboard and slides with their
 * tracks. When made again they get names of the next revision, so that no cache shows the previous
 * ones.
 */
export const formatPosterName = (revision: number) =>
  revision === 0 ? 'poster.jpg' : `poster.${revision}.jpg`;
export type Pictures = 'storyboard' | 'slides';
export const pictureNames: readonly Pictures[] = ['storyboard', 'slides'];
export const formatPicturesFolder = (name: Pictures, revision: number) =>
  revision === 0 ? name : `${name}${revision}`;
/** Names a poster that was chosen later, with its own name for the same reason. */
export const formatChosenPosterName = (id: string) => `poster-${id}.jpg`;
/** Names the thumbnail of a poster: the same picture, small, for lists; beside it. */
export const formatThumbnailName = (poster: string) => poster.replace(/\.jpg$/, '.card.jpg');
export const listPosterFiles = (poster: string) => [poster, formatThumbnailName(poster)];
/** Recognises a name below the prefix of a poster or its thumbnail, or of a folder of pictures. */
export const isPictureName = (name: string) =>
  /^(?:poster[-.][\w.-]*jpg|(?:storyboard|slides)\d*)$/.test(name);
export const isSlidesFolder = (name: string) => /^slides\d*$/.test(name);
export const pictureTrackName = 'index.vtt';
/** Names of the manifests below their own prefix. */
export const manifestNames = { dash: 'manifest.mpd', hls: 'master.m3u8' } as const;
export type ManifestKind = keyof typeof manifestNames;

/**
 * Names the place of the manifests of one revision. Better renditions that are added later get a
 * new manifest, so that no manifest or segment that a player may hold ever changes. Media of the
 * first versions (revision 0) has its manifest at the prefix itself.
 */
export function formatManifestPrefix(
  videoId: string,
  revision: number,
  scheme: EncryptionScheme,
): string {
  const prefix = formatMediaPrefix(videoId);
  return revision === 0 ? prefix : `${prefix}/r${revision}${schemeMarks[scheme]}`;
}
