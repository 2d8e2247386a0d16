import { createBackOff, isRefusedForGood } from '../outbox/redelivery.ts';
import { createEventParser, type StreamEvent } from './event-stream.ts';

/** `off`: nothing is followed; `lost`: it is tried again. */
export type LiveState = 'off' | 'connecting' | 'live' | 'lost';

export interface FollowPorts {
  /** Opens the stream. @throws ApiError */
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  onEvent(event: StreamEvent): void;
  onState(state: LiveState): void;
  /** Resolves after so long, or sooner on `signal`. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** In milliseconds. */
  now(): number;
  random(): number;
}

/** The server says something every 15 s: a line that says nothing for longer is dead. */
export const longestSilenceMs = 45_000;
/** A stream that lived so long was a good one: the next is opened at once. */
const goodAfterMs = 10_000;

/**
 * Reads a stream of server-sent events until `signal`, and opens it again whenever it ends: at once
 * after a good one, else after pauses that double. Ends when the server refuses for good.
 */
export async function followEvents(ports: FollowPorts, signal: AbortSignal): Promise<void> {
  const { onState, now } = ports;
  const backOff = createBackOff(now, ports.random);
  onState('connecting');
  while (!signal.aborted) {
    const openedAt = now();
    let failure: unknown;
    try {
      await readOnce(ports, signal);
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) break;
    if (isRefusedForGood(failure)) break;
    if (now() - openedAt >= goodAfterMs) backOff.reset();
    else backOff.noteFailure(failure);
    const waitMs = backOff.waitMs();
    if (waitMs === 0) continue;
    onState('lost');
    await ports.pause(waitMs, signal);
  }
  onState('off');
}

async function readOnce(
  { open, onEvent, onState, pause }: FollowPorts,
  signal: AbortSignal,
): Promise<void> {
  const stream = await open(signal);
  onState('live');
  const feed = createEventParser(onEvent);
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const heard = new AbortController();
      const silence = pause(longestSilenceMs, heard.signal).then(() => null);
      const piece = await Promise.race([reader.read(), silence]);
      heard.abort();
      if (piece === null || piece.done || signal.aborted) return;
      feed(decoder.decode(piece.value, { stream: true }));
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
