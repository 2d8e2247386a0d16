import type { EventCatalogue, EventName } from '@prahari/contract';
import { sql } from 'kysely';
import pg from 'pg';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../db/database.ts';
import { DatabaseUnavailable } from '../db/failures.ts';
import type { Log } from '../log/log.ts';
import { type CountedEvent, createRepeatCounter } from './count-repeats.ts';
import { createEventRow, type EventRow } from './event-row.ts';
import { insertEventsSql } from './record-event.ts';
import { openSpoolFolder } from './spool-folder.ts';

const shipEveryMs = 500;
const countEveryMs = 1000;
const leftoversEveryMs = 5000;
/** How long the files of a process that is no more lay untouched. */
const staleMs = 10_000;
const rowsAtOnce = 500;
const warnEveryMs = 60_000;

/** Records facts that no transaction causes: refused calls, measurements. Never waits, never fails. */
export interface EventSpool {
  /** Records one of equal facts, of which an attacker makes thousands. */
  count<Name extends CountedEvent>(
    name: Name,
    describe: (times: number) => EventCatalogue[Name],
  ): void;
  /** @returns when it is in a file, also if that failed */
  add<Name extends EventName>(name: Name, data: EventCatalogue[Name]): Promise<void>;
  /** Ships all that was recorded, and what was only counted so far. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens the spool: a fact is appended to a file at once and shipped to `events` every half second,
 * with its id, so that a killed process or an absent database loses and doubles none.
 */
export async function openEventSpool(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: string;
  readonly staleAfterMs?: number;
}): Promise<EventSpool> {
  const { db, clock, log } = deps;
  const staleAfterMs = deps.staleAfterMs ?? staleMs;
  const folder = await openSpoolFolder(deps.folder, staleAfterMs);
  let warnedMs = Number.NEGATIVE_INFINITY;

  function warn(err: unknown, text: string): void {
    if (performance.now() - warnedMs < warnEveryMs) return;
    warnedMs = performance.now();
    log.warn({ err }, text);
  }

  async function write(row: EventRow): Promise<void> {
    try {
      await folder.append(row);
    } catch (err) {
      warn(err, 'events could not be kept in DATA_DIR, and are lost');
    }
  }

  const insert = async (rows: readonly EventRow[]): Promise<void> => {
    await sql`${insertEventsSql(rows)} ON CONFLICT DO NOTHING`.execute(db);
  };

  /** A row that the database refuses must not hold up those behind it. */
  async function insertAlone(row: EventRow): Promise<void> {
    try {
      await insert([row]);
    } catch (err) {
      if (!(err instanceof pg.DatabaseError)) throw err;
      log.warn({ err, event: row.name }, 'the database refused an event, which is lost');
    }
  }

  async function ship(rows: readonly EventRow[]): Promise<void> {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = rows.slice(at, at + rowsAtOnce);
      try {
        await insert(some);
      } catch (err) {
        if (err instanceof DatabaseUnavailable) throw err;
        for (const row of some) await insertAlone(row);
      }
    }
  }

  const repeats = createRepeatCounter(clock, (row) => void write(row));
  let shipping = Promise.resolve();
  function shipRecorded(): Promise<void> {
    shipping = shipping
      .then(() => folder.shipAll(ship))
      .catch((err: unknown) => warn(err, 'events wait in DATA_DIR for the database'));
    return shipping;
  }
  function flush(): Promise<void> {
    repeats.flush();
    return shipRecorded();
  }
  function shipLeftovers(): void {
    shipping = shipping
      .then(async () => {
        const count = await folder.shipLeftovers(ship);
        if (count > 0) log.info({ files: count }, 'events of processes that ended were recorded');
      })
      .catch((err: unknown) => warn(err, 'events of processes that ended wait in DATA_DIR'));
  }
  const timers = [
    setInterval(() => void shipRecorded(), shipEveryMs),
    setInterval(() => repeats.flush(), countEveryMs),
    setInterval(shipLeftovers, Math.min(leftoversEveryMs, staleAfterMs)),
  ];
  for (const timer of timers) timer.unref();

  return {
    count: (name, describe) => repeats.note(name, describe),
    add: (name, data) => write(createEventRow(name, data, clock.now())),
    flush,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await flush();
    },
  };
}
