import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { systemClock } from '../../../platform/clock/clock.ts';
import type { EventReader } from '../../../platform/events/reader.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { type GivenEvent, giveEvents } from '../../../testing/give-events.ts';
import { nobodyHides, nowhere } from './engine.fixture.ts';
import { watchEvents } from './watch-events.usecases.ts';

/** A database of its own for each test, whose events are judged. */
export let database: Awaited<ReturnType<typeof createTestDatabase>>;
export let db: ReturnType<typeof openTestDatabase>['db'];
let readers: EventReader[] = [];
/** Ids of the actions that were queued. */
export let queued: string[] = [];
export let announceRuleChange: () => void = () => undefined;
export let skipped = 0;
/** How often readers asked for the time, as they do whenever they look for events. */
export let looks = 0;

/**
 * For each test of the file that calls it: several share a process, and this file is loaded once.
 */
export function prepareWatching(): void {
  beforeEach(async () => {
    database = await createTestDatabase(inject('databaseServer'));
    ({ db } = openTestDatabase(database.connectionString, 12));
    queued = [];
    skipped = 0;
  });
  afterEach(async () => {
    for (const reader of readers) await reader.stop();
    readers = [];
    await db.destroy();
    await database.drop();
  });
}

export async function watch(): Promise<EventReader> {
  const reader = await watchEvents({
    db,
    clock: {
      now() {
        looks += 1;
        return systemClock.now();
      },
    },
    log: createLog('silent'),
    notifications: {
      on(_channel, hear) {
        announceRuleChange = () => hear('');
      },
      onConnect: () => undefined,
    },
    locator: nowhere,
    anonymisers: nobodyHides,
    async enqueueActions(_trx, ids) {
      queued.push(...ids);
    },
    onSkipped() {
      skipped += 1;
    },
  });
  readers.push(reader);
  return reader;
}

export const failures = (userId: string, times: number): GivenEvent[] =>
  Array.from({ length: times }, () => ({
    name: 'sign-in.refused',
    userId,
    address: '203.0.113.7',
  }));

export const soon = { timeout: 30_000, interval: 50 };

/**
 * Waits until all that was recorded has been judged: an event behind it raises an alert that does
 * nothing.
 */
export async function judgeAll(): Promise<void> {
  const userId = uuidv7();
  await giveEvents(db, [{ name: 'call.limited', userId, data: { times: 20 } }]);
  await expect.poll(async () => (await countsOf('calls_limited'))[userId], soon).toBe(1);
}

/** Reads the alerts of one rule, by its built-in key. */
export async function alertsOf(key: string) {
  return db
    .selectFrom('alerts')
    .innerJoin('alert_rules', 'alert_rules.id', 'alerts.rule_id')
    .selectAll('alerts')
    .select(['alert_rules.trigger_count'])
    .where('alert_rules.key', '=', key)
    .orderBy('alerts.subject_key')
    .execute();
}

export async function countsOf(key: string): Promise<Record<string, number>> {
  const alerts = await alertsOf(key);
  return Object.fromEntries(alerts.map((alert) => [alert.subject_key, Number(alert.count)]));
}
