import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { holdAtMost } from '../cache/hold-at-most.ts';
import type { Clock } from '../clock/clock.ts';
import type { DbOrTrx } from '../db/database.ts';
import type { Notifications } from '../db/notifications.ts';

/** Everything of an id with a lower version; all of it for things without versions. */
export interface Revoked {
  readonly id: string;
  readonly below?: number;
}

/** Things without versions have version 0. */
const whole = 1;

/** A message has room for 8000 bytes, and one of these takes 48 at most. */
const mostInMessage = 160;

export interface RevocationMemory {
  /** Reads recent revocations; await it before the first request is answered. */
  read(): Promise<void>;
  isRevoked(id: string, version?: number): boolean;
  /** Records it for the revoking process: its own next request must not race the message. */
  note(revoked: Revoked): void;
  /** Called with the stored revocations, and from then on with new ones. */
  onRevoked(listener: (id: string, below: number) => void): void;
  /** Counts recorded revocations: anything read before it last increased may be out of date. */
  count(): number;
}

/** Revocations that are still in force, for a process that has just started. */
export interface LastingRevocations {
  /** How long a thing could otherwise be used; earlier revocations no longer matter. */
  readonly usableMs: number;
  /** How many are kept. */
  readonly most: number;
  findRevoked(since: Date): Promise<readonly Revoked[]>;
}

export interface RevocationMemoryDeps {
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'on' | 'onConnect'>;
}

/**
 * Knows in memory what any process revoked, for checks that must not ask the database. Without
 * `lasting` it only passes revocations on.
 */
export function createRevocationMemory(
  { channel, lasting }: { readonly channel: string; readonly lasting?: LastingRevocations },
  deps: RevocationMemoryDeps,
): RevocationMemory {
  const bounds =
    lasting &&
    new LRUCache<string, number>({
      ...holdAtMost(lasting.most),
      ttl: lasting.usableMs,
    });
  const listeners: ((id: string, below: number) => void)[] = [];
  let count = 0;

  function note({ id, below = whole }: Revoked): void {
    // Messages may overtake the read, and each other.
    if (bounds && below <= (bounds.peek(id) ?? 0)) return;
    bounds?.set(id, below);
    count += 1;
    for (const listener of listeners) listener(id, below);
  }

  async function read(): Promise<void> {
    if (!lasting) return;
    const since = new Date(deps.clock.now().getTime() - lasting.usableMs);
    for (const revoked of await lasting.findRevoked(since)) note(revoked);
  }

  deps.notifications.on(channel, (message) => parseMessage(message).forEach(note));
  if (lasting) deps.notifications.onConnect(read);
  return {
    read,
    note,
    isRevoked: (id, version = 0) => version < (bounds?.peek(id) ?? 0),
    onRevoked(listener) {
      listeners.push(listener);
      for (const [id, below] of bounds?.entries() ?? []) listener(id, below);
    },
    count: () => count,
  };
}

/** Tells every process; within a transaction, when it commits. */
export async function publishRevoked(
  db: DbOrTrx,
  channel: string,
  revoked: readonly Revoked[],
): Promise<void> {
  if (revoked.length === 0) return;
  const messages = formatMessages(revoked);
  await sql`SELECT pg_notify(${channel}, message)
    FROM unnest(${messages}::text[]) AS message`.execute(db);
}

/** Writes the ids into as few messages as PostgreSQL allows, separated by spaces. */
export function formatMessages(revoked: readonly Revoked[]): string[] {
  const parts = revoked.map(({ id, below }) => (below === undefined ? id : `${id}.${below}`));
  const messages: string[] = [];
  for (let at = 0; at < parts.length; at += mostInMessage) {
    messages.push(parts.slice(at, at + mostInMessage).join(' '));
  }
  return messages;
}

function parseMessage(message: string): Revoked[] {
  return message.split(' ').map((part) => {
    const [id = '', below] = part.split('.');
    return below === undefined ? { id } : { id, below: Number(below) };
  });
}
