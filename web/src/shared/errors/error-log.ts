import { clientErrorLimits, isExpectedRefusal } from '@prahari/contract';
import { createOutbox } from '../outbox/outbox.ts';
import type { BackOff } from '../outbox/redelivery.ts';
import type { StoredList } from '../storage/stored-list.ts';
import type { EntryFacts, ErrorEntry } from './error-entry.ts';
import { createErrorEntry } from './error-entry.ts';
import type { NoticedError } from './noticed-error.ts';
import {
  CLEAN_EVERY_MS,
  FLUSH_EVERY_MS,
  isLogged,
  keepNewest,
  MOST_BUFFERED,
} from './retention.ts';

/** The same error again within this time is the same trouble. */
const REPEAT_MS = 10_000;

export interface ErrorLogPorts {
  /** The log, from old to new; all tabs of this browser see it. */
  readonly store: StoredList<ErrorEntry>;
  now(): number;
  every(ms: number, work: () => void): void;
  readonly backOff: BackOff;
  newId(): string;
  factsOf(error: unknown): EntryFacts;
  /**
   * Id of the signed-in user, so that an entry is not sent by another user than the one who met the
   * error.
   */
  userId(): string | null;
  /** Whether entries are sent without being asked; set by the server's environment. */
  readonly sends: boolean;
  /** @throws ApiError */
  send(entries: readonly ErrorEntry[]): Promise<void>;
  /** Is given each new entry, for the operator's own log; left out where there is none. */
  readonly copy?: ((entry: ErrorEntry) => void) | undefined;
}

export interface ErrorLog {
  take(noticed: readonly NoticedError[]): void;
  /** Returns the entry of an error; made now if the error was not noticed before. */
  entryFor(error: unknown, operation: string): ErrorEntry;
  /** Tells whether the server has all waiting entries, including the given one. */
  deliver(id: string): Promise<boolean>;
  /** Sends an entry that the user reports now, in every environment. */
  report(id: string): Promise<boolean>;
  flush(): Promise<void>;
}

/** Keeps errors in the browser and sends them to the server in batches. */
export function createErrorLog(ports: ErrorLogPorts): ErrorLog {
  const { store, now } = ports;
  const known = new WeakMap<object, ErrorEntry>();
  const delivered = new Set<string>();
  const outbox = createOutbox<ErrorEntry>({
    mostWaiting: MOST_BUFFERED,
    batchSize: clientErrorLimits.entriesPerCall,
    backOff: ports.backOff,
    async send(entries) {
      await ports.send(entries);
      for (const { id } of entries) delivered.add(id);
    },
  });

  function keep(noticed: NoticedError): ErrorEntry {
    const { error } = noticed;
    const before = typeof error === 'object' && error !== null ? known.get(error) : undefined;
    if (before) return before;
    const entry = createErrorEntry(ports.newId(), noticed, ports.factsOf(error));
    if (typeof error === 'object' && error !== null) known.set(error, entry);
    if (!isLogged(entry.level)) return entry;
    const entries = store.read();
    const same = entries.find((other) => isRepeat(other, entry));
    if (same) {
      if (typeof error === 'object' && error !== null) known.set(error, same);
      return same;
    }
    store.write(keepNewest([...entries, entry], now()));
    ports.copy?.(entry);
    if (ports.sends && !isExpectedRefusal(entry)) wait(entry);
    return entry;
  }

  function wait(entry: ErrorEntry): void {
    outbox.remove(outbox.list().filter(({ id }) => id === entry.id));
    outbox.add(entry);
    const isFull = outbox.list().length >= MOST_BUFFERED;
    if (isFull || entry.level === 'CRITICAL') flushWhenDue();
  }

  function flushWhenDue(): void {
    if (ports.backOff.waitMs() === 0) void flush();
  }

  async function flush(): Promise<void> {
    const userId = ports.userId();
    if (userId === null) return;
    outbox.remove(outbox.list().filter((entry) => entry.userId !== userId));
    await outbox.flush();
  }

  async function deliver(id: string): Promise<boolean> {
    // Twice: a flush that started before the entry was added may be running.
    await flush();
    if (!delivered.has(id)) await flush();
    return delivered.has(id);
  }

  ports.every(FLUSH_EVERY_MS, flushWhenDue);
  ports.every(CLEAN_EVERY_MS, () => store.write(keepNewest(store.read(), now())));
  return {
    take(noticed) {
      for (const one of noticed) keep(one);
    },
    entryFor: (error, operation) => keep({ error, operation, atMs: now() }),
    deliver,
    async report(id) {
      const entries = store.read();
      const entry = entries.find((kept) => kept.id === id);
      if (!entry) return false;
      const reported = { ...entry, acknowledgedByUser: true };
      store.write(entries.map((kept) => (kept.id === id ? reported : kept)));
      delivered.delete(id);
      wait(reported);
      return deliver(id);
    },
    flush,
  };
}

function isRepeat(other: ErrorEntry, entry: ErrorEntry): boolean {
  return (
    other.operation === entry.operation &&
    other.message === entry.message &&
    other.userId === entry.userId &&
    Date.parse(entry.timestamp) - Date.parse(other.timestamp) < REPEAT_MS
  );
}
