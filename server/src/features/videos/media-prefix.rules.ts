/**
 * Where the media of a video lies in the object store. It follows from the id alone, so that a
 * signed path needs no query; an upload is one video, whose media never changes once it is ready.
 */
export function mediaPrefixOf(videoId: string): string {
  return `videos/${videoId}`;
}

/** Name of the poster and of the manifest below the prefix. */
export const posterName = 'poster.jpg';
export const manifestName = 'manifest.mpd';
