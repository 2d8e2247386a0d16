/**
 * Where the media of a video lies in the object store. It follows from the id alone, so that a
 * signed path needs no query; an upload is one video, whose media never changes once it is ready.
 */
export function mediaPrefixOf(videoId: string): string {
  return `videos/${videoId}`;
}

/**
 * The folder of a rung below the prefix. Encrypted anew, a rung lies beside what players still hold:
 * nothing that was published is changed.
 */
export function rungFolder(name: string, keyGeneration: number): string {
  return keyGeneration === 1 ? name : `${name}k${keyGeneration}`;
}

/** Names below the prefix: the poster, and the folders of storyboard and slides with their tracks. */
export const posterName = 'poster.jpg';
/** A poster that was chosen later, under a name of its own, so that no cache shows the one before. */
export const chosenPosterName = (id: string) => `poster-${id}.jpg`;
export const storyboardName = 'storyboard';
export const slidesName = 'slides';
export const pictureTrackName = 'index.vtt';
/** Names of the manifests below their own prefix. */
export const manifestNames = { dash: 'manifest.mpd', hls: 'master.m3u8' } as const;
export type ManifestKind = keyof typeof manifestNames;

/**
 * Where the manifests of one revision lie. Better rungs that join later come with a manifest of
 * their own, so that neither a manifest nor a segment that a player may hold ever changes. Media of
 * the first versions (revision 0) has its manifest at the prefix itself.
 */
export function manifestPrefixOf(videoId: string, revision: number): string {
  const prefix = mediaPrefixOf(videoId);
  return revision === 0 ? prefix : `${prefix}/r${revision}`;
}
