/** One look at a transfer. */
export interface Sample {
  readonly atMs: number;
  readonly sentBytes: number;
}

export interface Transfer {
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** The rate is measured over this time, so that it is steady and still follows the connection. */
const WINDOW_MS = 8000;
/** Earlier than this, a rate says nothing. */
const LEAST_MS = 500;

/** Adds a sample and drops those that the window has left behind, but for one as its start. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const start = sample.atMs - WINDOW_MS;
  const firstInside = samples.findIndex(({ atMs }) => atMs >= start);
  const kept = firstInside === -1 ? samples.slice(-1) : samples.slice(Math.max(0, firstInside - 1));
  return [...kept, sample];
}

/** Speed and time left, as far as the samples tell. */
export function measureTransfer(samples: readonly Sample[], totalBytes: number): Transfer {
  const first = samples[0];
  const last = samples[samples.length - 1];
  if (!first || !last || last.atMs - first.atMs < LEAST_MS) {
    return { bytesPerSecond: null, secondsLeft: null };
  }
  const bytesPerSecond = ((last.sentBytes - first.sentBytes) * 1000) / (last.atMs - first.atMs);
  const leftBytes = Math.max(0, totalBytes - last.sentBytes);
  return { bytesPerSecond, secondsLeft: bytesPerSecond > 0 ? leftBytes / bytesPerSecond : null };
}
