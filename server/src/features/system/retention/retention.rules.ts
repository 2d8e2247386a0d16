import type { RetentionSettings } from './retention.config.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Plans before which moment each kind of data is past its retention time. */
export function planRetention(settings: RetentionSettings, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  return {
    events: daysAgo(settings.eventRetentionDays),
    /** Sign-ins, login history and plays: for so long a watermark leads to its learner. */
    sessions: daysAgo(settings.sessionRetentionDays),
    /** They are refused from when they expire; a day allows for clocks that differ. */
    secrets: daysAgo(1),
    /** They count no more from when they expire. */
    counters: new Date(now.getTime() - hourMs),
  };
}

export type Retention = ReturnType<typeof planRetention>;
