import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../db/database.ts';
import { classifyFailure } from '../db/failures.ts';
import type { Log } from '../log/log.ts';
import {
  claimReader,
  type EventPosition,
  findPieces,
  isBehind,
  markWritten,
  openPosition,
  type ReaderLease,
  ReaderLost,
  readEvents,
  releaseReader,
  renewReader,
  type SavedPiece,
  type StoredEvent,
  savePieces,
} from './reader-position.ts';

const pollEveryMs = 300;
const renewEveryMs = 600;
const claimEveryMs = 400;
const afterErrorMs = 1000;
/** A checkpoint takes at most a twentieth of the time. */
const saveEveryMs = 5000;
const saveShare = 20;
/** So many are judged without a pause for other work of the process. */
const batchSize = 2000;

/** Who makes something of events: in memory, with what follows from them written as it is found. */
export interface EventConsumer {
  /** Names its position; one process at a time reads under it. */
  readonly name: string;
  /** Begins with what was saved, in place of anything known before. */
  restore(pieces: readonly SavedPiece[]): Promise<void>;
  /** Called before each batch, for what may have changed meanwhile. */
  prepare(): Promise<void>;
  /**
   * Takes events in their order. @returns what writes that which follows; not called for events
   * whose consequences were written before, by this or another process
   */
  take(events: readonly StoredEvent[], nowMs: number): ((trx: Trx) => Promise<void>) | undefined;
  /** What `restore` needs to go on from here. */
  save(): Iterable<SavedPiece>;
}

export interface EventReader {
  /** How far behind the newest events this process is, if it is the one that reads. */
  lag(): { readonly isReading: boolean; readonly events: number };
  stop(): Promise<void>;
}

/**
 * Reads all events, each once, in the order of their transactions, in one process at a time. What a
 * consumer keeps in memory is saved every few seconds; after a crash another process goes on from
 * there, and what had been written in between is not written again.
 */
export async function startEventReader(
  deps: { readonly db: Db; readonly clock: Clock; readonly log: Log },
  consumer: EventConsumer,
): Promise<EventReader> {
  const { log } = deps;
  // What happens from now on is read.
  await openPosition(deps.db, consumer.name, deps.clock.now());
  const stopping = new AbortController();
  const { signal } = stopping;
  const state = { isReading: false, events: 0 };
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const lease = await claimReader(deps.db, consumer.name);
        if (lease) await readUnder(lease);
        else await pause(claimEveryMs);
      } catch (error) {
        state.isReading = false;
        if (error instanceof ReaderLost) {
          log.info({ reader: consumer.name }, 'another process reads the events now');
        } else if (!classifyFailure(error)) {
          log.error(
            { err: error, reader: consumer.name },
            'reading events failed, and begins anew',
          );
        }
        await pause(afterErrorMs);
      }
    }
  }

  async function readUnder(lease: ReaderLease): Promise<void> {
    const hold = holdReader(deps, lease);
    try {
      const reading = createReading(deps, consumer, lease, hold);
      await reading.restore();
      state.isReading = true;
      while (!signal.aborted) {
        state.events = await reading.readBatch();
        if (state.events < batchSize) await pause(pollEveryMs);
      }
      await reading.save();
      await releaseReader(deps.db, lease);
    } finally {
      state.isReading = false;
      hold.stop();
    }
  }

  const running = run();
  return {
    lag: () => ({ ...state }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

interface ReaderHold {
  isLost(): boolean;
  stop(): void;
}

/** Renews the lease while events are read. */
function holdReader({ db, log }: { db: Db; log: Log }, lease: ReaderLease): ReaderHold {
  let isLost = false;
  let isRenewing = false;
  const timer = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    renewReader(db, lease)
      .catch((error: unknown) => {
        if (error instanceof ReaderLost) isLost = true;
        else if (!classifyFailure(error)) log.warn({ err: error }, 'a reader could not renew');
      })
      .finally(() => {
        isRenewing = false;
      });
  }, renewEveryMs);
  return { isLost: () => isLost, stop: () => clearInterval(timer) };
}

/** One process's turn of reading, from the checkpoint on. */
function createReading(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  consumer: EventConsumer,
  lease: ReaderLease,
  hold: ReaderHold,
) {
  let position: EventPosition = lease.position;
  let saved: EventPosition = lease.position;
  let digests = new Map<string, string>();
  let nextSaveMs = performance.now() + saveEveryMs;

  async function save(): Promise<void> {
    if (position === saved) return;
    const begun = performance.now();
    digests = await savePieces(db, lease, position, consumer.save(), digests, clock.now());
    saved = position;
    const now = performance.now();
    nextSaveMs = now + Math.max(saveEveryMs, saveShare * (now - begun));
  }

  async function readBatch(): Promise<number> {
    if (hold.isLost()) throw new ReaderLost(consumer.name);
    await consumer.prepare();
    const nowMs = clock.now().getTime();
    const events = await readEvents(db, lease, position, nowMs, batchSize);
    const last = events.at(-1);
    if (last) {
      const known = events.filter((event) => isBehind(event, lease.written)).length;
      // What follows from these stands in the database already.
      if (known > 0) consumer.take(events.slice(0, known), nowMs);
      const write = known < events.length ? consumer.take(events.slice(known), nowMs) : undefined;
      if (write) {
        await db.transaction().execute(async (trx) => {
          await markWritten(trx, lease, last);
          await write(trx);
        });
      }
      position = { transactionId: last.transactionId, id: last.id };
    }
    if (performance.now() >= nextSaveMs) await save();
    return events.length;
  }

  return {
    async restore(): Promise<void> {
      await consumer.prepare();
      await consumer.restore(await findPieces(db, consumer.name));
    },
    readBatch,
    save,
  };
}
