const dayMs = 86_400_000;
const hourMs = 3_600_000;

export interface RetentionSettings {
  readonly eventRetentionDays: number;
  readonly sessionRetentionDays: number;
}

/** Before which moment each kind of what expired is past its use. */
export function retentionOf(settings: RetentionSettings, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  return {
    events: daysAgo(settings.eventRetentionDays),
    /** Sign-ins and plays: for so long a watermark leads to its learner. */
    sessions: daysAgo(settings.sessionRetentionDays),
    /** They are refused from when they expire; a day allows for clocks that differ. */
    secrets: daysAgo(1),
    /** They count no more from when they expire. */
    counters: new Date(now.getTime() - hourMs),
  };
}

export type Retention = ReturnType<typeof retentionOf>;

/** Days whose leftovers are looked for; those of today and yesterday may be in use. */
const leftoverDays = [2, 3, 4, 5, 6, 7];

/** Names the folder in the object store under which checks of one day write (UTC). */
export function checkFolderOf(day: Date): string {
  return `health/${day.toISOString().slice(0, 10)}`;
}

/** Folders of the health checks of earlier days, which killed processes may have left. */
export function pastCheckFolders(now: Date): string[] {
  return leftoverDays.map((days) => checkFolderOf(new Date(now.getTime() - days * dayMs)));
}
