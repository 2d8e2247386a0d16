import { LRUCache } from 'lru-cache';
import { holdAtMost } from '../../../platform/cache/hold-at-most.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { gather } from '../../../platform/gather/gather.ts';
import { lockProgress, updateProgress } from '../progress/positions.repository.ts';
import { computeStanding, type VideoReport } from '../progress/standing.rules.ts';
import type { Span } from '../progress/watched.rules.ts';
import { updateLastActive } from '../sessions/sessions.repository.ts';
import { createToldMeasures, keepPossible, type ToldMeasures } from './possible-measures.rules.ts';
import {
  findActiveAt,
  findReportStandings,
  hasFailedBefore,
  type Move,
  updateWithReports,
} from './reports.repository.ts';
import type { TelemetrySink } from './telemetry.rules.ts';

/** Where many report, statements wait for each other's reports: no player waits for its answer. */
const company = { pauseMs: 10 };

/** Playback sessions whose reports one process remembers; the longest idle goes first. */
const mostPlaybacks = 20_000;

/**
 * Writes the new events of a report, the learner's progress in the video and whether it plays: all
 * of it or nothing, for the rest would be taken for known when the report comes again. Reports of
 * many learners that come at the same time share statements. Records once that a video is
 * completed, and that a playback failed.
 */
export function createReportWriter({
  db,
  sink,
}: {
  readonly db: Db;
  readonly sink: TelemetrySink;
}) {
  const readStanding = gather(
    (asked: readonly VideoReport[]) => findReportStandings(db, asked),
    company,
  );
  /** By playback session, at this process. */
  const told = new LRUCache<string, ToldMeasures>(holdAtMost(mostPlaybacks));
  const update = gather((moves: readonly Move[]) => updateWithReports(db, moves), company);

  function writeAlone(report: VideoReport): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const added = await sink.writeEvents(trx, report.events);
      // Events that come again say nothing about the present.
      const events = report.events.filter(({ id }) => added.has(id));
      if (events.length === 0) return false;
      const { seen, completed } = await writeProgress(trx, { ...report, events });
      await sink.writeSeen(trx, events, seen);
      await recordFailure(trx, { ...report, events });
      const activeAt = findActiveAt({ ...report, events });
      await updateLastActive(trx, report.playbackSessionId, activeAt);
      return completed;
    });
  }

  return {
    /** @returns whether the video is completed */
    async writeReport(given: VideoReport): Promise<boolean> {
      const report = withPossible(told, given);
      if (report.events.length === 0) return false;
      const seen = await readStanding(report);
      if (seen === null) return writeAlone(report);
      const events = report.events.filter(({ id }) => !seen.knownIds.has(id));
      if (events.length === 0) return false;
      const fresh = { ...report, events };
      const standing = computeStanding(seen, fresh);
      const isNews = seen.completedAt === null && standing.completedAt !== null;
      const hasFailed = events.some(({ event }) => event === 'error');
      if (
        isNews ||
        hasFailed ||
        !(await update({ report: fresh, standing, revision: seen.revision }))
      )
        return writeAlone(report);
      return standing.completedAt !== null;
    },
  };
}

export type ReportWriter = ReturnType<typeof createReportWriter>;

function withPossible(told: LRUCache<string, ToldMeasures>, report: VideoReport): VideoReport {
  const { playbackSessionId, openedAt, now } = report;
  const before = told.get(playbackSessionId) ?? createToldMeasures();
  told.set(playbackSessionId, before);
  const passed = { ms: now.getTime() - openedAt.getTime(), isCopy: report.isLate === true };
  return { ...report, events: keepPossible(before, report.events, passed) };
}

async function writeProgress(
  trx: Trx,
  report: VideoReport,
): Promise<{ completed: boolean; seen: readonly (Span | null)[] }> {
  const { userId, videoId, playbackSessionId, now } = report;
  const before = await lockProgress(trx, { userId, videoId, now });
  const standing = computeStanding(before, report);
  await updateProgress(trx, { userId, videoId }, standing);
  if (before.completedAt === null && standing.completedAt !== null)
    await recordEvent(trx, 'lesson.completed', { playbackSessionId, userId, videoId }, now);
  return { completed: standing.completedAt !== null, seen: standing.seen };
}

/**
 * A playback fails once, however many errors its player reports: one learner with a bad connection
 * must not look like a failing platform.
 */
async function recordFailure(trx: Trx, report: VideoReport): Promise<void> {
  const { userId, videoId, playbackSessionId, now } = report;
  const failed = report.events.filter(({ event }) => event === 'error');
  const [first] = failed;
  if (!first || (await hasFailedBefore(trx, report, failed))) return;
  const code = first.detail['code'] ?? '';
  await recordEvent(trx, 'playback.failed', { playbackSessionId, userId, videoId, code }, now);
}
