/** What matters here of one of Shaka's variant tracks. */
export interface VariantTrack {
  readonly active: boolean;
  readonly height: number | null;
  /** Bits per second, audio included. */
  readonly bandwidth: number;
  readonly audioId: number | null;
}

/** The heights in pixels that can be chosen, the best first. */
export function heightsOf(tracks: readonly VariantTrack[]): number[] {
  const heights = tracks.flatMap(({ height }) => (height === null ? [] : [height]));
  return [...new Set(heights)].sort((a, b) => b - a);
}

/**
 * The track to play for a chosen height: the nearest one that is not higher, else the lowest there
 * is, for a remembered choice may not exist in this lesson. Of several the one whose sound plays
 * already, then the richest.
 */
export function trackFor<Track extends VariantTrack>(
  tracks: readonly Track[],
  heightPixels: number,
): Track | undefined {
  const heights = heightsOf(tracks);
  const height = heights.find((candidate) => candidate <= heightPixels) ?? heights.at(-1);
  const soundNow = tracks.find(({ active }) => active)?.audioId;
  return tracks
    .filter((track) => track.height === height)
    .sort(
      (a, b) =>
        Number(b.audioId === soundNow) - Number(a.audioId === soundNow) ||
        b.bandwidth - a.bandwidth,
    )
    .at(0);
}
