import type { Clock } from '../clock/clock.ts';
import { defineNumberSetting, type ValuesOf } from '../config/setting.ts';
import { type DailyTable, listPartitionJobs } from '../db/daily-partitions.ts';
import type { Db } from '../db/database.ts';
import type { RecordTable } from '../db/inspect-database.ts';
import { type RetentionJob, subtractDays } from '../retention/retention-job.ts';

export const eventSettings = {
  eventRetentionDays: defineNumberSetting(
    'EVENT_RETENTION_DAYS',
    'Days for which recorded events are kept.',
    { fallback: 400, min: 30, max: 3650 },
  ),
} as const;

export type EventConfig = ValuesOf<typeof eventSettings>;

export const eventsTable: DailyTable = {
  name: 'events',
  strays: { table: 'events_default', column: 'happened_at' },
};

export const eventRecord: RecordTable = { where: 'events', table: 'events', at: 'happened_at' };

const mostNames = 100;

/** Lists the names of the latest events about a user, at most 100. */
export async function listEventNames(db: Db, userId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('name')
    .where('user_id', '=', userId)
    .where('happened_at', '>=', since)
    .orderBy('happened_at', 'desc')
    .limit(mostNames)
    .execute();
  return rows.map(({ name }) => name);
}

/** Lists the jobs that remove events of days that are past `EVENT_RETENTION_DAYS`. */
export function listEventRetentionJobs({
  db,
  clock,
  settings,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: EventConfig;
}): RetentionJob[] {
  return listPartitionJobs(db, eventsTable, () =>
    subtractDays(clock.now(), settings.eventRetentionDays),
  );
}
