import { buildUrl, type DataOf, endpoints } from '@prahari/contract';
import * as z from 'zod/mini';
import { createLimitedSignal } from './limited-signal.ts';
import type { LineFacts } from './line-rule.ts';

const { facts: factsCall, sample: sampleCall } = endpoints.playbackCheck;
const answerSchema = z.object({ data: factsCall.data });

export interface ServerAnswer {
  /** 0 when no answer came. */
  readonly status: number;
  readonly roundTripMs: number;
  /** How far this clock is ahead of the server's; null without an answer. */
  readonly clockAheadMs: number | null;
  readonly data: DataOf<typeof factsCall> | null;
}

/**
 * Asks without the proofs of other calls: browsers that can't keep a key need this page most. The
 * first request opens the connection, the second measures.
 */
export async function askServer(signal: AbortSignal): Promise<ServerAnswer> {
  const first = await askOnce(signal);
  return first.data === null ? first : askOnce(signal);
}

async function askOnce(signal: AbortSignal): Promise<ServerAnswer> {
  const startedMs = performance.now();
  try {
    const url = buildUrl(window.location.origin, factsCall, {});
    const answer = await fetch(url, { cache: 'no-store', signal });
    const roundTripMs = performance.now() - startedMs;
    const nowMs = Date.now();
    const parsed = answer.ok ? z.safeParse(answerSchema, await answer.json()) : null;
    if (!parsed?.success) {
      // An answer from another server: a sign-in page of a hotel, for instance.
      const status = answer.ok ? 502 : answer.status;
      return { status, roundTripMs, clockAheadMs: null, data: null };
    }
    const { data } = parsed.data;
    const serverMs = Date.parse(data.serverTime) + roundTripMs / 2;
    return { status: answer.status, roundTripMs, clockAheadMs: nowMs - serverMs, data };
  } catch {
    const roundTripMs = performance.now() - startedMs;
    return { status: 0, roundTripMs, clockAheadMs: null, data: null };
  }
}

/**
 * Downloads the sample, or what of it comes in `limitMs`.
 * @returns null when the server gave none
 */
export async function measureLine(
  limitMs: number,
  signal: AbortSignal,
): Promise<Omit<LineFacts, 'roundTripMs'> | null> {
  const limited = createLimitedSignal(limitMs, signal);
  let receivedBytes = 0;
  const startedMs = performance.now();
  const seconds = () => (performance.now() - startedMs) / 1000;
  try {
    const url = buildUrl(window.location.origin, sampleCall, {});
    const answer = await fetch(url, { cache: 'no-store', signal: limited.signal });
    if (!answer.ok || !answer.body) return null;
    const reader = answer.body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      receivedBytes += piece.value.byteLength;
    }
    return { receivedBytes, seconds: seconds() };
  } catch {
    return limited.signal.aborted ? { receivedBytes, seconds: seconds() } : null;
  } finally {
    limited.release();
  }
}
