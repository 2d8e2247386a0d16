/** The part of video.js's parser that tests use; it comes without types. */
declare module 'mpd-parser' {
  interface Segment {
    readonly resolvedUri: string;
    readonly duration: number;
    readonly map: { readonly resolvedUri: string };
  }
  interface Playlist {
    readonly segments: readonly Segment[];
    readonly contentProtection?: Readonly<Record<string, unknown>>;
  }
  interface Manifest {
    readonly duration: number;
    readonly playlists: readonly Playlist[];
    readonly mediaGroups: {
      readonly AUDIO: Readonly<
        Record<string, Readonly<Record<string, { readonly playlists: readonly Playlist[] }>>>
      >;
    };
  }
  /** @throws Error when it is no manifest */
  export function parse(text: string, options: { readonly manifestUri: string }): Manifest;
}
