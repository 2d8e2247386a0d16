import { randomUUID } from 'node:crypto';
import { findWindow } from './nonce.ts';
import type { SeenProofs } from './seen-proofs.ts';

/** A clock that can not be set: a step backwards would make old nonces valid again. */
const steadyNowMs = () => performance.timeOrigin + performance.now();

/**
 * Remembers proofs in the memory of this process. The epoch ends with the process, so its nonces are
 * worth nothing in another one or after a restart.
 */
export function rememberInMemory(nowMs: () => number = steadyNowMs): SeenProofs {
  const epoch = randomUUID();
  const seen = new Map<number, Set<string>>();
  return {
    read: async () => ({ epoch, nowMs: nowMs() }),
    async note({ window, id }) {
      const now = nowMs();
      for (const old of seen.keys()) if (old < findWindow(now) - 1) seen.delete(old);
      const ids = seen.get(window) ?? new Set();
      const isFirst = !ids.has(id);
      ids.add(id);
      seen.set(window, ids);
      return { epoch, nowMs: now, isFirst };
    },
    stop: async () => {},
  };
}
