import type { Clock } from '../clock/clock.ts';
import { defineNumberSetting, type ValuesOf } from '../config/setting.ts';
import { type DailyTable, listPartitionJobs } from '../db/daily-partitions.ts';
import type { Db } from '../db/database.ts';
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
