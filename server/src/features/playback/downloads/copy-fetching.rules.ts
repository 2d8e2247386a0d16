import * as z from 'zod/mini';
import {
  addToCoverage,
  type Coverage,
  createCoverage,
  isCovered,
  isEmpty,
  mergeCoverage,
  packCoverage,
  pagesSchema,
  unpackCoverage,
} from './coverage.rules.ts';
import type { SegmentFetch } from './fetching.rules.ts';

/**
 * How often a copy gets each segment: a browser asks again for what was lost on the way, and when a
 * download is resumed. Only repetitions are told to other processes, so each of them may send a
 * segment once before it hears that there were enough.
 */
export const mostTimes = 4;

/** The first has what was fetched at least once, the second at least twice, and so on. */
type Layers = readonly Coverage[];

interface Counts {
  readonly picture: Layers;
  readonly sound: Layers;
}

/** What was fetched of one copy of a video, by all playback sessions. */
export interface CopyFetching extends Counts {
  readonly id: string;
  /** Repetitions here that others were not told of yet. */
  unpublished: Counts | null;
  /** What each other process told. */
  readonly byOthers: Map<string, Counts>;
}

/** Segments that one process sent to a copy at least so many times. Heard twice, it says the same. */
export const publishedCopySchema = z.object({
  kind: z.enum(['picture', 'sound']),
  times: z.int().check(z.gte(2), z.lte(mostTimes)),
  pages: pagesSchema,
});
export type PublishedCopy = z.infer<typeof publishedCopySchema>;

export function createCopyFetching(id: string): CopyFetching {
  return { id, ...createCounts(), unpublished: null, byOthers: new Map() };
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
  const kind = folder.startsWith('audio') ? 'sound' : 'picture';
  const here = countTimes(copy[kind], number);
  const elsewhere = [...copy.byOthers.values()].map((counts) => countTimes(counts[kind], number));
  if (elsewhere.reduce((sum, times) => sum + times, here) >= mostTimes)
    return Number.POSITIVE_INFINITY;
  addTime(copy[kind], here, number);
  if (here > 0) {
    copy.unpublished ??= createCounts();
    addTime(copy.unpublished[kind], here, number);
  }
  return 0;
}

/** Takes what others are to be told of a copy, and counts it as told. */
export function takeUnpublishedCopy(copy: CopyFetching): PublishedCopy[] {
  const { unpublished } = copy;
  copy.unpublished = null;
  if (!unpublished) return [];
  return (['picture', 'sound'] as const).flatMap((kind) =>
    unpublished[kind].flatMap((layer, at) =>
      isEmpty(layer) ? [] : { kind, times: at + 1, pages: packCoverage(layer) },
    ),
  );
}

/** Counts what another process told. */
export function addPublishedCopy(
  copy: CopyFetching,
  from: string,
  { kind, times, pages }: PublishedCopy,
): void {
  const counts = copy.byOthers.get(from) ?? createCounts();
  copy.byOthers.set(from, counts);
  const added = unpackCoverage(pages);
  for (const layer of counts[kind].slice(0, times)) mergeCoverage(layer, added);
}

function createCounts(): Counts {
  const none = () => Array.from({ length: mostTimes }, createCoverage);
  return { picture: none(), sound: none() };
}

function countTimes(layers: Layers, number: number): number {
  return layers.filter((layer) => isCovered(layer, number)).length;
}

/** @param times how often it was fetched before */
function addTime(layers: Layers, times: number, number: number): void {
  const next = layers[times];
  if (next) addToCoverage(next, number);
}
