import * as z from 'zod/mini';
import { type PublishDeps, publishToProcesses } from '../db/publish-to-processes.ts';

const windowMs = 60_000;
/** Told at once; a flood of more keys is counted by each process alone. */
const mostKeys = 5000;
/**
 * Part of a limit from which a caller's calls are told. Most callers stay below it, and cost the
 * other processes nothing; up to as many processes allow no more together than one alone.
 */
const publishFrom = 1 / 8;

/** Policy, key and how many calls. */
const countSchema = z.tuple([z.string(), z.string(), z.int().check(z.positive())]);
type Count = z.infer<typeof countSchema>;

/** What the processes of an installation tell each other about calls that a limit counts. */
export interface SharedCounts {
  /**
   * @param onCalls receives the calls that other processes answered
   * @returns notes a call that this process answers
   */
  share(
    policy: string,
    perMinute: number,
    onCalls: (key: string, calls: number) => void,
  ): (key: string) => void;
  stop(): void;
}

/**
 * Decides how many calls of a key the others are told of, at the call that is number `callsHere` in
 * this process: the first ones together, once they are many; none beyond the limit, which all know to
 * be reached by then.
 */
export function countToPublish(callsHere: number, perMinute: number): number {
  const from = Math.ceil(perMinute * publishFrom);
  if (callsHere < from || callsHere > perMinute) return 0;
  return callsHere === from ? from : 1;
}

/**
 * Tells other processes which callers come near a limit here. While the database is away, each process
 * counts alone.
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
