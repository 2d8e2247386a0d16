import { listPartitionJobs } from '../../platform/db/daily-partitions.ts';
import { type RetentionJob, subtractDays } from '../../platform/retention/retention-job.ts';
import { deletePastIncidents } from './incidents/incidents.repository.ts';
import { deletePastCopies } from './offline/copies.repository.ts';
import type { PlaybackDeps } from './playback.deps.ts';
import { deletePastPlaybackSessions } from './sessions/sessions.repository.ts';
import { playbackEventsTable } from './telemetry/playback-events.repository.ts';

/** After they ended. Their plays stay longer: a watermark of a copy leads to its learner, too. */
const copiesKeptDays = 30;

/**
 * Lists the retention jobs of this feature: incidents are kept as long as events, and playback
 * sessions as long as their sign-ins, before which they have to be removed. What players report is
 * most of what the database holds, and is needed for a month alone.
 */
export function listRetentionJobs({
  db,
  clock,
  settings,
}: Pick<PlaybackDeps, 'db' | 'clock' | 'settings'>): readonly RetentionJob[] {
  const reportsKeptSince = () => subtractDays(clock.now(), settings.reportRetentionDays);
  const eventsKeptSince = () => subtractDays(clock.now(), settings.eventRetentionDays);
  const sessionsKeptSince = () => subtractDays(clock.now(), settings.sessionRetentionDays);
  return [
    ...listPartitionJobs(db, playbackEventsTable, reportsKeptSince),
    {
      name: 'incidents',
      removeSome: (atMost) => deletePastIncidents(db, eventsKeptSince(), atMost),
    },
    {
      name: 'offline copies',
      removeSome: (atMost) =>
        deletePastCopies(db, subtractDays(clock.now(), copiesKeptDays), atMost),
    },
    {
      name: 'plays',
      removeSome: (atMost) => deletePastPlaybackSessions(db, sessionsKeptSince(), atMost),
    },
  ];
}
