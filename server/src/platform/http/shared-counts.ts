import * as z from 'zod/mini';
import { type TellDeps, tellProcesses } from '../db/tell-processes.ts';

const windowMs = 60_000;
/** Told at once; a flood of more keys is counted by each process alone. */
const mostKeys = 5000;
/**
 * Part of a limit from which a caller's calls are told. Most callers stay below it, and cost the
 * other processes nothing; up to as many processes allow no more together than one alone.
 */
const toldFrom = 1 / 8;

/** Policy, key and how many calls. */
const countSchema = z.tuple([z.string(), z.string(), z.int().check(z.positive())]);
type Count = z.infer<typeof countSchema>;

/** What the processes of an installation tell each other about calls that a limit counts. */
export interface SharedCounts {
  /**
   * @param take receives calls that other processes answered
   * @returns notes a call that this process answers
   */
  share(
    policy: string,
    perMinute: number,
    take: (key: string, calls: number) => void,
  ): (key: string) => void;
  stop(): void;
}

/**
 * Decides how many calls of a key the others are told of, at the call that is number `callsHere` in
 * this process: the first ones together, once they are many; none beyond the limit, which all know to
 * be reached by then.
 */
export function countToTell(callsHere: number, perMinute: number): number {
  const from = Math.ceil(perMinute * toldFrom);
  if (callsHere < from || callsHere > perMinute) return 0;
  return callsHere === from ? from : 1;
}

/**
 * Tells other processes which callers come near a limit here. While the database is away, each process
 * counts alone.
 */
export function createSharedCounts(deps: TellDeps): SharedCounts {
  const takers = new Map<string, (key: string, calls: number) => void>();
  /** How often each key called here in this minute, by policy. */
  const here = new Map<string, Map<string, number>>();
  const toTell = new Map<string, Count>();
  const telling = tellProcesses(deps, {
    channel: 'limited_calls',
    item: countSchema,
    collect() {
      const counts = [...toTell.values()];
      toTell.clear();
      return counts;
    },
    take: ([policy, key, calls]) => takers.get(policy)?.(key, calls),
  });
  const forgetting = setInterval(() => {
    for (const counts of here.values()) counts.clear();
  }, windowMs);
  forgetting.unref();

  return {
    share(policy, perMinute, take) {
      const counts = new Map<string, number>();
      here.set(policy, counts);
      takers.set(policy, take);
      return (key) => {
        const callsHere = (counts.get(key) ?? 0) + 1;
        counts.set(key, callsHere);
        const calls = countToTell(callsHere, perMinute);
        const id = `${policy} ${key}`;
        const waiting = toTell.get(id);
        if (calls === 0 || (!waiting && toTell.size >= mostKeys)) return;
        toTell.set(id, [policy, key, (waiting?.[2] ?? 0) + calls]);
      };
    },
    stop() {
      telling.stop();
      clearInterval(forgetting);
    },
  };
}
