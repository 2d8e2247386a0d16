import type { FastifyRequest } from 'fastify';
import { findKnownCall, isPlainCall } from '../http/known-call.ts';
import { findBin, type LatencyCounts } from './latency-bins.ts';

/**
 * - `call`: calls that are answered as soon as they can be, by method and route; `all` of them.
 * - `segment`: media.
 * - `sign_in`: calls that check a password.
 */
export const talliedKinds = ['call', 'all', 'segment', 'sign_in'] as const;
export type TalliedKind = (typeof talliedKinds)[number];

/** A sign-in is called slow or critical from here on (specification, section 9). */
export interface SlowLimitsMs {
  readonly slow: number;
  readonly critical: number;
}

/** The routes that are counted separately: a prefix, and one route. */
export interface MeasuredRoutes {
  readonly mediaRoutes: string;
  readonly signInRoute: string;
}

/** The sums of one route; all of them can be added to those of other processes and times. */
export interface Tally extends LatencyCounts {
  readonly kind: TalliedKind;
  /** Method and pattern; empty except for `call`. */
  readonly route: string;
  readonly calls: number;
  readonly failed: number;
  readonly limited: number;
  readonly slow: number;
  readonly critical: number;
  readonly bytes: number;
}

interface Sums {
  kind: TalliedKind;
  route: string;
  calls: number;
  failed: number;
  limited: number;
  slow: number;
  critical: number;
  bytes: number;
  bins: Map<number, number>;
}

export interface AnsweredCall {
  readonly status: number;
  readonly durationMs: number;
  readonly bytes: number;
}

/** Sums up in memory how this process answers, until the sums are taken. */
export function createCallTally(
  limitsMs: SlowLimitsMs,
  { mediaRoutes, signInRoute }: MeasuredRoutes,
) {
  /** As many as the contract has calls. */
  let sums = new Map<string, Sums>();

  function note(kind: TalliedKind, route: string, call: AnsweredCall): void {
    const key = kind === 'call' ? route : kind;
    const known = sums.get(key) ?? open(kind, route);
    const bin = findBin(call.durationMs);
    known.calls += 1;
    known.bytes += call.bytes;
    if (call.status >= 500) known.failed += 1;
    if (call.status === 429) known.limited += 1;
    if (call.durationMs > limitsMs.critical) known.critical += 1;
    else if (call.durationMs > limitsMs.slow) known.slow += 1;
    known.bins.set(bin, (known.bins.get(bin) ?? 0) + 1);
    if (known.calls === 1) sums.set(key, known);
  }

  return {
    /** Fits `onAnswered` of the HTTP app. */
    noteAnswer(request: FastifyRequest, route: string, answer: AnsweredCall): void {
      if (route.startsWith(mediaRoutes)) note('segment', '', answer);
      if (!isPlainCall(request)) return;
      note('call', `${request.method} ${route}`, answer);
      // Without a proof that holds it was a request for a nonce, and no password was checked.
      const isTry = route === signInRoute && findKnownCall(request)?.caller !== undefined;
      if (isTry) note('sign_in', '', answer);
    },
    /** Returns the sums so far, and begins again. */
    take(): Tally[] {
      const taken = withAll([...sums.values()]);
      sums = new Map();
      return taken.map(({ bins, ...sum }) => {
        return { ...sum, bins: [...bins.keys()], counts: [...bins.values()] };
      });
    },
  };
}

export type CallTally = ReturnType<typeof createCallTally>;

/** Adds the sums of all calls, which are made here and not at each answer. */
function withAll(sums: readonly Sums[]): readonly Sums[] {
  const ofCalls = sums.filter(({ kind }) => kind === 'call');
  if (ofCalls.length === 0) return sums;
  const all = open('all', '');
  for (const one of ofCalls) {
    for (const figure of figures) all[figure] += one[figure];
    for (const [bin, count] of one.bins) all.bins.set(bin, (all.bins.get(bin) ?? 0) + count);
  }
  return [...sums, all];
}

const figures = ['calls', 'failed', 'limited', 'slow', 'critical', 'bytes'] as const;

function open(kind: TalliedKind, route: string): Sums {
  const zero = { calls: 0, failed: 0, limited: 0, slow: 0, critical: 0, bytes: 0 };
  return { kind, route, ...zero, bins: new Map() };
}
