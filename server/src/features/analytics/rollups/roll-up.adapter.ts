import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { classifyFailure } from '../../../platform/db/failures.ts';
import type { Log } from '../../../platform/log/log.ts';
import { renewUserCounts, takeActivitySnapshot } from './activity-snapshots.repository.ts';
import { addPlays, addRetention } from './playback-sums.repository.ts';
import {
  addEvents,
  findPortion,
  lockPositions,
  moveOn,
  openPositions,
  planForPortions,
} from './roll-up.repository.ts';
import { addSessions } from './session-rollups.repository.ts';
import { sumUpWeek } from './week-sums.repository.ts';

/**
 * Where much was missed, large portions cost less: facts of one playback become one row. Where one
 * fails, as on a machine that is too slow for it, the next ones are smaller for some time.
 */
const portionSize = 500_000;
const leastPortionSize = 4000;
const pauseMs = 3000;
/** Where nothing happens, reports say this often that they are up to date. */
const idleNoteMs = 30_000;
const afterErrorMs = 5000;
const maxPauseMs = 300_000;

interface RollUpDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly zone: string;
}

/** Slow figures take this small a part of the time. */
const slowShare = 1 / 30;

/** Says how often something is done that takes its time. */
interface Pace {
  isDue(now: Date): boolean;
  note(now: Date, tookMs: number): void;
}

const always: Pace = { isDue: () => true, note: () => undefined };

function createPace(): Pace {
  let nextMs = 0;
  return {
    // A clock that was set back must not stop it.
    isDue: (now) => now.getTime() >= nextMs || nextMs - now.getTime() > maxPauseMs,
    note(now, tookMs) {
      nextMs = now.getTime() + Math.min(maxPauseMs, tookMs / slowShare);
    },
  };
}

/**
 * Adds the facts that came since the last time to the rollups, in one transaction with the position,
 * so that each counts once, however often a process is killed.
 * @returns whether there may be more
 */
export async function rollUpOnce(
  { db, clock, zone }: Omit<RollUpDeps, 'log'>,
  atMost = portionSize,
  pace: Pace = always,
): Promise<boolean> {
  const isMore = await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const positions = await lockPositions(trx);
    if (!positions) return false;
    await planForPortions(trx);
    const reports = await findPortion(trx, positions, 'playback_events', { atMost, now });
    const events = await findPortion(trx, positions, 'events', { atMost, now });
    const isIdle = reports.isEmpty && events.isEmpty;
    if (!isIdle) await addPlays(trx, { reports, events }, { zone, now });
    if (!reports.isEmpty) await addRetention(trx, reports, { zone, now });
    if (!events.isEmpty) {
      await addEvents(trx, events, { zone, now });
      await addSessions(trx, events, { zone, now });
    }
    if (!isIdle || now.getTime() - positions.savedAt.getTime() >= idleNoteMs)
      for (const portion of [reports, events]) await moveOn(trx, portion, now);
    return reports.isFull || events.isFull;
  });
  if (!isMore && pace.isDue(clock.now())) await renewSlowFigures({ db, clock, zone }, pace);
  return isMore;
}

/** Counts users and sums up past weeks, apart from the facts, which go on where that takes too long. */
async function renewSlowFigures({ db, clock, zone }: Omit<RollUpDeps, 'log'>, pace: Pace) {
  const begunMs = performance.now();
  const alone = (work: (trx: Trx) => Promise<boolean>) =>
    db.transaction().execute(async (trx) => {
      if (!(await lockPositions(trx))) return false;
      await planForPortions(trx);
      return work(trx);
    });
  try {
    await alone(async (trx) => {
      await renewUserCounts(trx, clock.now());
      await takeActivitySnapshot(trx, clock.now());
      return true;
    });
    while (await alone((trx) => sumUpWeek(trx, { zone, now: clock.now() })));
  } finally {
    pace.note(clock.now(), performance.now() - begunMs);
  }
}

/** Keeps the rollups up to date until it is stopped. */
export async function keepRollups(deps: RollUpDeps): Promise<() => Promise<void>> {
  await openPositions(deps.db, deps.clock.now());
  const pace = createPace();
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);

  async function run(): Promise<void> {
    let atMost = portionSize;
    while (!signal.aborted) {
      try {
        const isMore = await rollUpOnce(deps, atMost, pace);
        atMost = Math.min(portionSize, Math.ceil(atMost * 1.25));
        if (!isMore) await pause(pauseMs);
      } catch (error) {
        atMost = Math.max(leastPortionSize, Math.floor(atMost / 4));
        if (!classifyFailure(error)) deps.log.error({ err: error }, 'adding up for reports failed');
        await pause(afterErrorMs);
      }
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
