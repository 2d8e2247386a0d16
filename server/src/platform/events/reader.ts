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
const tryAgainAfterMs = 300;

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
  lag(): {
    readonly isReading: boolean;
    readonly events: number;
    /** Since when it has not been up to date. */
    readonly behindMs: number;
  };
  stop(): Promise<void>;
}

interface ReaderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for each event that could not be taken. */
  onSkipped?(): void;
}

/** Up to where events are taken one by one, because one among them made a batch fail. */
interface Care {
  until: EventPosition | undefined;
}

/**
 * Reads all events, each once, in the order of their transactions, in one process at a time. What a
 * consumer keeps in memory is saved every few seconds; after a crash another process goes on from
 * there, and what had been written in between is not written again. An event that the consumer can't
 * take is skipped, so that it does not hold up those behind it.
 */
export async function startEventReader(
  deps: ReaderDeps,
  consumer: EventConsumer,
): Promise<EventReader> {
  const { log } = deps;
  // What happens from now on is read.
  await openPosition(deps.db, consumer.name, deps.clock.now());
  const stopping = new AbortController();
  const { signal } = stopping;
  const state = { isReading: false, events: 0, upToDateMs: performance.now() };
  const care: Care = { until: undefined };
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
            'reading events failed, and starts again',
          );
        }
        await pause(afterErrorMs);
      }
    }
  }

  async function readUnder(lease: ReaderLease): Promise<void> {
    const hold = holdReader(deps, lease);
    try {
      const reading = createReading(deps, consumer, { lease, hold, care });
      await reading.restore();
      state.isReading = true;
      state.upToDateMs = performance.now();
      while (!signal.aborted) {
        state.events = await reading.readBatch();
        if (state.events < batchSize) {
          state.upToDateMs = performance.now();
          await pause(pollEveryMs);
        }
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
    lag: () => ({
      isReading: state.isReading,
      events: state.events,
      behindMs: performance.now() - state.upToDateMs,
    }),
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

/** Tells whether a failure has nothing to do with the events that were taken. */
function isOfNow(error: unknown): boolean {
  return error instanceof ReaderLost || classifyFailure(error) !== undefined;
}

type Write = (trx: Trx) => Promise<void>;

/** One process's turn of reading, from the checkpoint on. */
function createReading(
  { db, clock, log, onSkipped }: ReaderDeps,
  consumer: EventConsumer,
  { lease, hold, care }: { lease: ReaderLease; hold: ReaderHold; care: Care },
) {
  let position: EventPosition = lease.position;
  let saved: EventPosition = lease.position;
  let digests = new Map<string, string>();
  let nextSaveMs = performance.now() + saveEveryMs;

  async function save(): Promise<void> {
    if (position === saved) return;
    const begun = performance.now();
    const pieces = consumer.save();
    digests = await savePieces(db, lease, { position, pieces, before: digests, now: clock.now() });
    saved = position;
    const now = performance.now();
    nextSaveMs = now + Math.max(saveEveryMs, saveShare * (now - begun));
  }

  async function readBatch(): Promise<number> {
    if (hold.isLost()) throw new ReaderLost(consumer.name);
    await consumer.prepare();
    const nowMs = clock.now().getTime();
    const events = await readEvents(db, lease, position, { nowMs, atMost: batchSize });
    const [first, last] = [events[0], events.at(-1)];
    if (first && last) {
      if (care.until && isBehind(first, care.until)) await takeEach(events, nowMs);
      else await takeAll(events, last, nowMs);
      position = { transactionId: last.transactionId, id: last.id };
    }
    if (performance.now() >= nextSaveMs) await save();
    return events.length;
  }

  async function takeAll(
    events: readonly StoredEvent[],
    last: StoredEvent,
    nowMs: number,
  ): Promise<void> {
    try {
      const known = events.filter((event) => isBehind(event, lease.written)).length;
      // What follows from these stands in the database already.
      if (known > 0) consumer.take(events.slice(0, known), nowMs);
      const write = known < events.length ? consumer.take(events.slice(known), nowMs) : undefined;
      if (write) await commit(write, last);
    } catch (error) {
      // What they did to the state in memory is undone by starting again.
      if (!isOfNow(error)) care.until = last;
      throw error;
    }
  }

  async function takeEach(events: readonly StoredEvent[], nowMs: number): Promise<void> {
    for (const event of events) {
      if (hold.isLost()) throw new ReaderLost(consumer.name);
      try {
        const write = consumer.take([event], nowMs);
        if (write && !isBehind(event, lease.written)) await commitTwice(write, event);
      } catch (error) {
        if (isOfNow(error)) throw error;
        const { id, name } = event;
        log.error(
          { err: error, reader: consumer.name, event: { id, name } },
          'an event could not be taken, and is skipped',
        );
        onSkipped?.();
      }
      position = { transactionId: event.transactionId, id: event.id };
    }
  }

  async function commit(write: Write, last: EventPosition): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await markWritten(trx, lease, last);
      await write(trx);
    });
  }

  /** Another transaction may have been in the way. */
  async function commitTwice(write: Write, event: EventPosition): Promise<void> {
    try {
      await commit(write, event);
    } catch (error) {
      if (isOfNow(error)) throw error;
      await delay(tryAgainAfterMs);
      await commit(write, event);
    }
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
