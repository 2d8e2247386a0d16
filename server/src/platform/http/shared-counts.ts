import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '../db/database.ts';
import type { Notifications } from '../db/notifications.ts';

const channel = 'limited_calls';
const tellEveryMs = 1000;
const windowMs = 60_000;
/** PostgreSQL takes less than 8,000 bytes in a notification. */
const mostMessageBytes = 7900;
/** Told at once; a flood of more keys is counted by each process alone. */
const mostKeys = 5000;
/**
 * Part of a limit from which a caller's calls are told. Most callers stay below it, and cost the
 * other processes nothing; up to as many processes allow no more together than one alone.
 */
const toldFrom = 1 / 8;

/** Policy, key and how many calls. */
const countSchema = z.tuple([z.string(), z.string(), z.int().check(z.positive())]);
const messageSchema = z.object({ from: z.string(), counts: z.array(countSchema) });
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

/** Packs counts into as few messages as PostgreSQL takes. */
export function packCounts(from: string, counts: readonly Count[]): string[] {
  const head = `{"from":${JSON.stringify(from)},"counts":[`;
  const end = ']}';
  const messages: string[] = [];
  let items: string[] = [];
  let bytes = head.length + end.length;
  const close = () => {
    if (items.length > 0) messages.push(head + items.join(',') + end);
    items = [];
    bytes = head.length + end.length;
  };
  for (const count of counts) {
    const item = JSON.stringify(count);
    const more = Buffer.byteLength(item) + 1;
    if (bytes + more > mostMessageBytes) close();
    items.push(item);
    bytes += more;
  }
  close();
  return messages;
}

/**
 * Tells other processes each second which callers come near a limit here, by `NOTIFY`: no call waits
 * for it. While the database is away, each process counts alone.
 */
export function createSharedCounts(deps: {
  readonly db: Db;
  readonly notifications: Pick<Notifications, 'on'>;
}): SharedCounts {
  const name = randomUUID();
  const takers = new Map<string, (key: string, calls: number) => void>();
  /** How often each key called here in this minute, by policy. */
  const here = new Map<string, Map<string, number>>();
  const toTell = new Map<string, Count>();
  let isTelling = false;

  deps.notifications.on(channel, (payload) => {
    const { success, data } = messageSchema.safeParse(JSON.parse(payload));
    if (!success || data.from === name) return;
    for (const [policy, key, calls] of data.counts) takers.get(policy)?.(key, calls);
  });

  async function tell(): Promise<void> {
    if (isTelling || toTell.size === 0) return;
    isTelling = true;
    const messages = packCounts(name, [...toTell.values()]);
    toTell.clear();
    try {
      await sql`SELECT pg_notify(${channel}, message) FROM unnest(${messages}::text[]) AS message`.execute(
        deps.db,
      );
    } catch {
      // What was not told is counted here; its minute is over before it could be told again.
    }
    isTelling = false;
  }
  const telling = setInterval(() => void tell(), tellEveryMs);
  const forgetting = setInterval(() => {
    for (const counts of here.values()) counts.clear();
  }, windowMs);
  telling.unref();
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
      clearInterval(telling);
      clearInterval(forgetting);
    },
  };
}
