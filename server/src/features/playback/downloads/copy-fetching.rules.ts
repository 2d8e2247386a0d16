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
 * How often each segment of a copy is sent at most: a browser asks again for a lost segment, and when
 * a download is resumed. Only repetitions are published, so each process may send a segment once without
 * knowing of the others.
 */
export const mostTimes = 4;

/** Segments fetched at least once, at least twice, and so on. */
type Layers = readonly Coverage[];

interface Counts {
  readonly picture: Layers;
  readonly sound: Layers;
}

/** The segments that one copy of a video fetched, in all playback sessions. */
export interface CopyFetching extends Counts {
  readonly id: string;
  /** Repetitions at this process that are not published yet. */
  unpublished: Counts | null;
  /** Repetitions at other processes, by the name of the process. */
  readonly byOthers: Map<string, Counts>;
}

/** Segments that one process sent to a copy at least `times` times. Adding it twice changes nothing. */
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
 * Counts one request for a segment of a copy. A copy may be fetched as fast as the connection allows,
 * so only repetitions are limited. Another quality of a segment counts as the same segment.
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

/** Returns the unpublished repetitions of a copy and marks them as published. */
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

/** Adds the repetitions that another process published. */
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
