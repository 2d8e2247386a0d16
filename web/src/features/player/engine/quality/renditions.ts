import type shaka from 'shaka-player/dist/shaka-player.dash.js';

/** The relevant fields of Shaka's variant tracks. */
export interface VariantTrack {
  readonly active: boolean;
  readonly height: number | null;
  /** Bits per second, audio included. */
  readonly bandwidth: number;
  readonly audioId: number | null;
}

/** Lists the heights in pixels that can be chosen, the best first. */
export function listHeights(tracks: readonly VariantTrack[]): number[] {
  const heights = tracks.flatMap(({ height }) => (height === null ? [] : [height]));
  return [...new Set(heights)].sort((a, b) => b - a);
}

/**
 * Finds the track to play for a chosen height: the nearest one that is not higher, else the lowest there
 * is, for a remembered choice may not exist in this video. Of several the one whose sound plays
 * already, then the richest.
 */
export function findTrack<Track extends VariantTrack>(
  tracks: readonly Track[],
  heightPixels: number,
): Track | undefined {
  const heights = listHeights(tracks);
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

/** The end of the segment of the picture that plays at a moment, in seconds; null where none is known. */
export type SegmentEndAt = (atSeconds: number) => number | null;

/** Before another quality can be there; also what is kept where nothing is known of segments. */
const leastBridgeSeconds = 1;
const unknownBridgeSeconds = 3;
/** Behind a boundary, so that rounding finds the segment after it and not the one before. */
const insideSeconds = 0.1;

/**
 * Computes how many seconds of the old quality are kept while the chosen one is fetched: up to the beginning of
 * a segment. One that began before the moment that plays would show no picture until its end, for what
 * its key frame was needed for has been cut off.
 */
export function computeBridgeSeconds(atSeconds: number, segmentEndAt: SegmentEndAt): number {
  const endSeconds = segmentEndAt(atSeconds + leastBridgeSeconds);
  return endSeconds === null ? unknownBridgeSeconds : endSeconds - atSeconds + insideSeconds;
}

/** Adapting, or changing, before the first picture would fetch the same seconds twice and delay it. */
export function createQualityChoice(player: shaka.Player, video: HTMLVideoElement) {
  let isBegun = false;
  let wanted: number | null = null;
  function apply() {
    const track = wanted === null ? undefined : findTrack(player.getVariantTracks(), wanted);
    player.configure('abr.enabled', track === undefined);
    if (!track) return;
    const bridge = computeBridgeSeconds(video.currentTime, findSegmentEnds(player));
    player.selectVariantTrack(track, true, bridge);
  }
  return {
    chooseHeight(heightPixels: number | null) {
      if (heightPixels === wanted) return;
      wanted = heightPixels;
      if (isBegun) apply();
    },
    /** The first picture is there. */
    begin() {
      isBegun = true;
      apply();
    },
  };
}

/** Finds the ends of segments by the quality that plays; all have their segments at the same times. */
function findSegmentEnds(player: shaka.Player): SegmentEndAt {
  const playing = player.getVariantTracks().find(({ active }) => active);
  const variant = player.getManifest()?.variants.find(({ id }) => id === playing?.id);
  const index: shaka.extern.SegmentIndex | null | undefined = variant?.video?.segmentIndex;
  return (atSeconds) => {
    const position = index?.find(atSeconds) ?? null;
    return position === null ? null : (index?.get(position)?.getEndTime() ?? null);
  };
}
