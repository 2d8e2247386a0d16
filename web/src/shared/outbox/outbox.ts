import type { StoredList } from '../storage/stored-list.ts';
import { type BackOff, isRefusedForGood } from './redelivery.ts';

/** The storage of an outbox over reloads, shared by all tabs of the browser. */
export interface OutboxStore<Item> {
  readonly list: StoredList<Item>;
  /** How many are stored; beyond that, the oldest are dropped. */
  readonly most: number;
  /** Names an item, so that this page removes what it sent and nothing that another tab added. */
  readonly keyOf: (item: Item) => string;
}

export interface OutboxPorts<Item> {
  /** How many may wait; beyond that, the oldest are dropped. */
  readonly mostWaiting: number;
  readonly batchSize: number;
  /** How many batches one flush sends, one after the other; by default all. */
  readonly batchesPerFlush?: number;
  readonly backOff: BackOff;
  /** @throws ApiError when the server did not take them */
  readonly send: (items: readonly Item[]) => Promise<void>;
  /** Without one, waiting entries are lost with the page. */
  readonly store?: OutboxStore<Item>;
  /** Whether it may be sent now; else it waits. */
  readonly maySend?: (item: Item) => boolean;
  /** Whether a failed batch is dropped; by default if the server would refuse it again. */
  readonly isRefused?: (error: unknown) => boolean;
  /** Called after a batch was dropped, or is kept for a later try. */
  readonly onFailure?: (error: unknown) => void;
  /** Called at the end of a flush: everything is sent, or the rest waits for a later try. */
  readonly onFlushed?: () => void;
}

export interface Outbox<Item> {
  /** Keeps an item until it is sent by a flush. */
  add(item: Item): void;
  /** Lists what waits, from old to new, with what is on its way. */
  list(): readonly Item[];
  /** Removes what arrived otherwise, or shall not be sent. */
  remove(items: readonly Item[]): void;
  /** Sends batch by batch until nothing waits or a try fails; one flush runs at a time. */
  flush(): Promise<void>;
  /** Flushes unless the pause after a failure still lasts. */
  flushWhenDue(): void;
}

/**
 * Keeps entries until the server has them: sends in order, one request at a time, and again after a
 * failure unless the server refused them permanently.
 */
export function createOutbox<Item>(ports: OutboxPorts<Item>): Outbox<Item> {
  const { backOff, store, mostWaiting, batchSize } = ports;
  const { batchesPerFlush = Number.POSITIVE_INFINITY, maySend = () => true } = ports;
  const { isRefused = isRefusedForGood } = ports;
  let items: readonly Item[] = store?.list.read().slice(-store.most) ?? [];
  let isFlushing = false;
  let flushing = Promise.resolve();

  const nextBatch = () => items.filter(maySend).slice(0, batchSize);

  function remove(gone: readonly Item[]): void {
    items = items.filter((item) => !gone.includes(item));
    if (store === undefined) return;
    const keys = new Set(gone.map(store.keyOf));
    store.list.write(store.list.read().filter((item) => !keys.has(store.keyOf(item))));
  }

  /** Sends a batch. @returns whether the next one may follow */
  async function sendBatch(batch: readonly Item[]): Promise<boolean> {
    try {
      await ports.send(batch);
    } catch (error) {
      const isGivenUp = isRefused(error);
      if (isGivenUp) remove(batch);
      else backOff.noteFailure(error);
      ports.onFailure?.(error);
      return isGivenUp;
    }
    backOff.reset();
    remove(batch);
    return true;
  }

  async function sendBatches(): Promise<void> {
    for (let sent = 0; sent < batchesPerFlush; sent += 1) {
      const batch = nextBatch();
      if (batch.length === 0 || !(await sendBatch(batch))) break;
    }
    // Nothing may be awaited since the last check of the queue: later entries need a new flush.
    isFlushing = false;
    ports.onFlushed?.();
  }

  function flush(): Promise<void> {
    if (isFlushing || nextBatch().length === 0) return flushing;
    isFlushing = true;
    flushing = sendBatches();
    return flushing;
  }

  return {
    add(item) {
      items = [...items, item].slice(-mostWaiting);
      store?.list.write([...store.list.read(), item].slice(-store.most));
    },
    list: () => items,
    remove,
    flush,
    flushWhenDue() {
      if (backOff.waitMs() === 0) void flush();
    },
  };
}
