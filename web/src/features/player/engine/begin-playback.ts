import type { Stream } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';
import { type BegunEngine, beginEngine } from './begin-engine.ts';
import { openPlayback } from './open-playback.ts';

type PlaybackApi = Pick<Api, 'call' | 'session'>;

/** What was opened, with the engine that loads it. */
export interface BegunPlayback {
  readonly stream: Stream;
  readonly engine: BegunEngine;
}

export type Beginning =
  | { readonly kind: 'access-required' }
  | { readonly kind: 'begun'; readonly playback: BegunPlayback };

/** Longer than any page takes to appear; what nobody took by then is given up. */
const waitMs = 10_000;

interface Waiting {
  readonly videoId: string;
  readonly beginning: Promise<Beginning>;
  readonly timer: ReturnType<typeof setTimeout>;
}

let waiting: Waiting | undefined;

/** Opens and loads at the click, while the page that will show it still renders. */
export function beginPlayback(api: PlaybackApi, videoId: string): void {
  giveUpWaiting();
  const beginning = begin(api, videoId);
  // Who takes it hears of a refusal.
  beginning.catch(() => undefined);
  waiting = { videoId, beginning, timer: setTimeout(giveUpWaiting, waitMs) };
}

/**
 * What the click began, once, or a new beginning; one that follows an interruption goes on where the
 * pictures stopped, in seconds, whatever the server heard of it.
 * @throws ApiError when the video may not be played.
 */
export async function takePlayback(
  api: PlaybackApi,
  videoId: string,
  leftAtSeconds: number | null = null,
): Promise<Beginning> {
  if (waiting?.videoId !== videoId || leftAtSeconds !== null)
    return begin(api, videoId, leftAtSeconds);
  const { beginning, timer } = waiting;
  waiting = undefined;
  clearTimeout(timer);
  return beginning;
}

const NOBODY = { onError: () => undefined, onInterrupted: () => undefined };

/** Frees what was begun and will not be shown. */
export function abandon(beginning: Beginning): void {
  if (beginning.kind === 'begun') beginning.playback.engine.hold(NOBODY)();
}

function giveUpWaiting(): void {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  waiting.beginning.then(abandon, () => undefined);
  waiting = undefined;
}

async function begin(
  api: PlaybackApi,
  videoId: string,
  leftAtSeconds: number | null = null,
): Promise<Beginning> {
  const opening = await openPlayback(api, videoId);
  if (opening.kind === 'access-required') return opening;
  const stream = resumedAt(opening.stream, leftAtSeconds);
  return { kind: 'begun', playback: { stream, engine: beginEngine(api, stream) } };
}

function resumedAt(stream: Stream, leftAtSeconds: number | null): Stream {
  return leftAtSeconds === null ? stream : { ...stream, resumeAtSeconds: leftAtSeconds };
}
