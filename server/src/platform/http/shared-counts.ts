import * as z from 'zod/mini';
import { type PublishDeps, publishToProcesses } from '../db/publish-to-processes.ts';

const windowMs = 60_000;
/** Published at once; a flood of more keys is counted by each process alone. */
const mostKeys = 5000;
/**
 * Share of a limit from which a caller's calls are published. Most callers stay below it and cost the
 * other processes nothing. Up to eight processes together allow no more calls than one alone.
 */
const publishFrom = 1 / 8;

/** Policy, key and how many calls. */
const countSchema = z.tuple([z.string(), z.string(), z.int().check(z.positive())]);
type Count = z.infer<typeof countSchema>;

/** Shares the counts of rate limits between the processes of an installation. */
export interface SharedCounts {
  /**
   * @param onCalls receives the calls that other processes answered
   * @returns a function that counts a call that this process answers
   */
  share(
    policy: string,
    perMinute: number,
    onCalls: (key: string, calls: number) => void,
  ): (key: string) => void;
  stop(): void;
}

/**
 * Decides how many calls of a key to publish at call number `callsHere` of this process. The first
 * calls are published together once the key comes near its limit, later ones singly, and none beyond
 * the limit, since all processes know by then that it is reached.
 */
export function countToPublish(callsHere: number, perMinute: number): number {
  const from = Math.ceil(perMinute * publishFrom);
  if (callsHere < from || callsHere > perMinute) return 0;
  return callsHere === from ? from : 1;
}

/**
 * Creates the shared counts: publishes callers that come near a limit here. While the database is
 * away, each process counts alone.
 */
export function createSharedCounts(deps: PublishDeps): SharedCounts {
  const listeners = new Map<string, (key: string, calls: number) => void>();
  /** How often each key called here in this minute, by policy. */
  const here = new Map<string, Map<string, number>>();
  const toPublish = new Map<string, Count>();
  const publishing = publishToProcesses(deps, {
    channel: 'limited_calls',
    item: countSchema,
    collect() {
      const counts = [...toPublish.values()];
      toPublish.clear();
      return counts;
    },
    onItem: ([policy, key, calls]) => listeners.get(policy)?.(key, calls),
  });
  const forgetting = setInterval(() => {
    for (const counts of here.values()) counts.clear();
  }, windowMs);
  forgetting.unref();

  return {
    share(policy, perMinute, onCalls) {
      const counts = new Map<string, number>();
      here.set(policy, counts);
      listeners.set(policy, onCalls);
      return (key) => {
        const callsHere = (counts.get(key) ?? 0) + 1;
        counts.set(key, callsHere);
        const calls = countToPublish(callsHere, perMinute);
        const id = `${policy} ${key}`;
        const waiting = toPublish.get(id);
        if (calls === 0 || (!waiting && toPublish.size >= mostKeys)) return;
        toPublish.set(id, [policy, key, (waiting?.[2] ?? 0) + calls]);
      };
    },
    stop() {
      publishing.stop();
      clearInterval(forgetting);
    },
  };
}
