import { addToCoverage, type Coverage, createCoverage, isCovered } from './coverage.rules.ts';
import type { SegmentFetch } from './fetching.rules.ts';

/**
 * How often a copy gets each segment: a browser asks again for what was lost on the way, and when a
 * download is resumed.
 */
export const mostTimes = 4;

/** What was fetched of one copy of a video, by all playback sessions that this process serves. */
export interface CopyFetching {
  /** The first has what was fetched at least once, the second at least twice, and so on. */
  readonly picture: readonly Coverage[];
  readonly sound: readonly Coverage[];
}

export function createCopyFetching(): CopyFetching {
  const none = () => Array.from({ length: mostTimes }, createCoverage);
  return { picture: none(), sound: none() };
}

/**
 * Counts one request of a copy, which is made as fast as its line is: there is no playback whose pace
 * could be told. Another quality of a segment counts as the same one.
 * @returns seconds to wait: 0, or Infinity for a request to be refused
 */
export function countCopyFetch(
  copy: CopyFetching,
  { folder, number }: Pick<SegmentFetch, 'folder' | 'number'>,
): number {
  if (number === 0) return 0;
  const layers = folder.startsWith('audio') ? copy.sound : copy.picture;
  const next = layers.find((layer) => !isCovered(layer, number));
  if (!next) return Number.POSITIVE_INFINITY;
  addToCoverage(next, number);
  return 0;
}
