/** A sliding window is kept in so many parts, none shorter than a second. */
const partsOfWindow = 20;
const shortestPartMs = 1000;
/** How many of them are its end: the one under way and the one before. */
export const partsOfEnd = 2;
/** Distinct values are counted exactly up to here, and no further. */
const mostDistinct = 1000;

/** How a time window is cut into parts. It covers what was asked for, and up to one part more. */
export interface WindowCut {
  readonly partMs: number;
  readonly parts: number;
}

export function cutWindow(windowMs: number): WindowCut {
  const partMs = Math.max(shortestPartMs, windowMs / partsOfWindow);
  return { partMs, parts: Math.ceil(windowMs / partMs) + 1 };
}

/** Finds the part of a time window that an instant belongs to. */
export function findPart({ partMs }: WindowCut, atMs: number): number {
  return Math.floor(atMs / partMs);
}

interface Part {
  readonly at: number;
  x: number;
  y: number;
}

/**
 * What was measured for one subject: sums by part, and for distinct values when each was last seen.
 */
export interface Window {
  newest: number;
  parts: Part[];
  readonly seen: Map<string, number> | undefined;
}

export function openWindow(isDistinct: boolean): Window {
  return { newest: Number.NEGATIVE_INFINITY, parts: [], seen: isDistinct ? new Map() : undefined };
}

/** What one event adds: a sum, for a ratio also what it is weighed by; or a value. */
export interface Sample {
  readonly x: number;
  readonly y?: number | undefined;
  readonly value?: string | undefined;
}

/**
 * Adds a sample in its part, which may be an earlier one than the newest.
 * @param oldest the first part that still counts
 */
export function addSample(
  window: Window,
  sample: Sample,
  { at, oldest, isMax }: { at: number; oldest: number; isMax: boolean },
): void {
  if (at < oldest) return;
  dropBefore(window, oldest);
  window.newest = Math.max(window.newest, at);
  if (window.seen) {
    addValue(window, window.seen, { value: sample.value, at }, oldest);
    return;
  }
  const part = findOrMakePart(window, at);
  part.x = isMax ? Math.max(part.x, sample.x) : part.x + sample.x;
  part.y += sample.y ?? 0;
}

function addValue(
  window: Window,
  seen: Map<string, number>,
  { value, at }: { readonly value: string | undefined; readonly at: number },
  oldest: number,
): void {
  if (value === undefined) return;
  const before = seen.get(value);
  if (before !== undefined && before >= at) return;
  const live = readWindow(window, oldest).x;
  const isCounted = before !== undefined && before >= oldest;
  if (!isCounted && live >= mostDistinct) return;
  if (isCounted) findOrMakePart(window, before).x -= 1;
  seen.set(value, at);
  findOrMakePart(window, at).x += 1;
  if (seen.size > 2 * live + partsOfWindow) {
    for (const [old, last] of seen) if (last < oldest) seen.delete(old);
  }
}

/** Adds up what still counts. */
export function readWindow(
  { parts }: Window,
  oldest: number,
): { x: number; y: number; max: number } {
  let x = 0;
  let y = 0;
  let max = Number.NEGATIVE_INFINITY;
  for (const part of parts) {
    if (part.at < oldest) continue;
    x += part.x;
    y += part.y;
    max = Math.max(max, part.x);
  }
  return { x, y, max };
}

function dropBefore(window: Window, oldest: number): void {
  const [first] = window.parts;
  if (first && first.at < oldest) window.parts = window.parts.filter(({ at }) => at >= oldest);
}

/** Finds or adds the part of an instant, which is almost always the newest. */
function findOrMakePart({ parts }: Window, at: number): Part {
  let behind = parts.length;
  for (;;) {
    const part = parts[behind - 1];
    if (part?.at === at) return part;
    if (!part || part.at < at) break;
    behind -= 1;
  }
  const made: Part = { at, x: 0, y: 0 };
  parts.splice(behind, 0, made);
  return made;
}

/** A window in a form that JSON keeps. */
export type SavedWindow = readonly [
  newest: number,
  parts: readonly (readonly [at: number, x: number, y: number])[],
  seen: readonly (readonly [value: string, last: number])[] | null,
];

export function saveWindow({ newest, parts, seen }: Window): SavedWindow {
  return [newest, parts.map(({ at, x, y }) => [at, x, y]), seen ? [...seen] : null];
}

export function restoreWindow([newest, parts, seen]: SavedWindow): Window {
  return {
    newest,
    parts: parts.map(([at, x, y]) => ({ at, x, y })),
    seen: seen ? new Map(seen) : undefined,
  };
}
