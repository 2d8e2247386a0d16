import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from './database.ts';
import type { Notifications } from './notifications.ts';

const publishEveryMs = 1000;
/** PostgreSQL takes less than 8,000 bytes in a notification. */
const mostMessageBytes = 7900;

export interface PublishDeps {
  readonly db: Db;
  readonly notifications: Pick<Notifications, 'on'>;
}

/** Items that processes of an installation send each other on one channel. */
export interface Publication<Item> {
  readonly channel: string;
  /** Schema of an item; one item must fit into a message. */
  readonly item: z.ZodMiniType<Item>;
  /** Called each second. Items are sent once, and lost while the database is away. */
  collect(): readonly Item[];
  /** Called with each item of another process. @param from names that process until it ends */
  onItem(item: Item, from: string): void;
}

/** Packs items into as few messages as PostgreSQL takes. */
export function packItems(from: string, published: readonly unknown[]): string[] {
  const head = `{"from":${JSON.stringify(from)},"items":[`;
  const end = ']}';
  const messages: string[] = [];
  let items: string[] = [];
  let bytes = head.length + end.length;
  const close = () => {
    if (items.length > 0) messages.push(head + items.join(',') + end);
    items = [];
    bytes = head.length + end.length;
  };
  for (const one of published) {
    const item = JSON.stringify(one);
    const more = Buffer.byteLength(item) + 1;
    if (bytes + more > mostMessageBytes) close();
    items.push(item);
    bytes += more;
  }
  close();
  return messages;
}

/** Sends collected items to all other processes each second, by `NOTIFY`; no call waits for it. */
export function publishToProcesses<Item>(
  { db, notifications }: PublishDeps,
  { channel, item, collect, onItem }: Publication<Item>,
): { stop(): void } {
  const name = randomUUID();
  const messageSchema = z.object({ from: z.string(), items: z.array(item) });
  let isPublishing = false;

  notifications.on(channel, (payload) => {
    const { success, data } = messageSchema.safeParse(JSON.parse(payload));
    // A process of another version may send items of a form that this one does not know.
    if (!success || data.from === name) return;
    for (const one of data.items) onItem(one, data.from);
  });

  async function publish(): Promise<void> {
    if (isPublishing) return;
    const messages = packItems(name, collect());
    if (messages.length === 0) return;
    isPublishing = true;
    try {
      await sql`SELECT pg_notify(${channel}, message) FROM unnest(${messages}::text[]) AS message`.execute(
        db,
      );
    } catch {
      // Not sent again: it would be too old by then, and each process counts by itself meanwhile.
    }
    isPublishing = false;
  }
  const timer = setInterval(() => void publish(), publishEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
