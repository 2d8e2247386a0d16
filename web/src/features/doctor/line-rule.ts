import type { Finding } from './finding.ts';

export interface LineFacts {
  readonly receivedBytes: number;
  readonly seconds: number;
  /** Of a short question and its answer. */
  readonly roundTripMs: number;
}

/** Bits a second of the ladder (media/src/ladder.ts): the lowest rung with its sound, 480p, 720p. */
const needed = { least: 138_000, standard: 1_528_000, high: 2_928_000 } as const;

/** Judges the speed of the connection to the server, by a measured download. */
export function judgeNetwork({ receivedBytes, seconds, roundTripMs }: LineFacts): Finding {
  const bitsPerSecond = seconds > 0 ? (receivedBytes * 8) / seconds : 0;
  const speed = megabits(bitsPerSecond);
  const facts = `${speed} Mbit/s, ${Math.round(roundTripMs)} ms`;
  const variables = { speed };
  if (bitsPerSecond < needed.least) {
    return { verdict: 'problem', says: 'networkDead', step: 'networkDeadStep', variables, facts };
  }
  if (bitsPerSecond < needed.standard) {
    return { verdict: 'note', says: 'networkSlow', step: 'networkSlowStep', variables, facts };
  }
  const says = bitsPerSecond < needed.high ? 'networkFair' : 'networkGood';
  return { verdict: 'good', says, step: null, variables, facts };
}

/** Two digits where they matter: 0.28, 3.4, 48. */
function megabits(bitsPerSecond: number): string {
  const value = bitsPerSecond / 1_000_000;
  return value >= 10 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2);
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The clock error that certificates and proofs tolerate; far more than clocks drift in a month. */
const toleratedMs = 2 * minuteMs;

/**
 * @param aheadMs how far this clock is ahead of the server's; negative behind
 */
export function judgeClock(aheadMs: number): Finding {
  const offMs = Math.abs(aheadMs);
  const offSeconds = Math.round(offMs / 1000);
  const sign = aheadMs < 0 ? '-' : '+';
  const facts = `${offSeconds === 0 ? '' : sign}${offSeconds} s`;
  if (offMs <= toleratedMs) return { verdict: 'good', says: 'clockGood', step: null, facts };
  const variables = { minutes: Math.round(offMs / minuteMs) };
  if (offMs < dayMs) {
    return { verdict: 'note', says: 'clockOff', step: 'clockStep', variables, facts };
  }
  return { verdict: 'problem', says: 'clockFarOff', step: 'clockStep', facts };
}

/** Judges the server; `status` is that of its answer, or 0 when there was none. */
export function judgeServer(status: number, roundTripMs: number): Finding {
  const facts = status === 0 ? 'no answer' : `HTTP ${status}, ${Math.round(roundTripMs)} ms`;
  if (status === 0) {
    return { verdict: 'problem', says: 'serverAway', step: 'serverAwayStep', facts };
  }
  if (status >= 400) {
    return { verdict: 'problem', says: 'serverBusy', step: 'serverBusyStep', facts };
  }
  return { verdict: 'good', says: 'serverGood', step: null, facts };
}
