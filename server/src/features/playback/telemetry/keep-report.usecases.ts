import type { Db, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { gather } from '../../../platform/gather/gather.ts';
import type { PositionsRepository } from '../progress/positions.repository.ts';
import { type LessonReport, standingAfter } from '../progress/standing.rules.ts';
import type { PlaybackSessionsRepository } from '../sessions/sessions.repository.ts';
import type { ReportsRepository } from './reports.repository.ts';
import { isPlayingAfter, type TelemetrySink } from './telemetry.rules.ts';

export interface KeepReportDeps {
  readonly db: Db;
  readonly positions: PositionsRepository;
  readonly sink: TelemetrySink;
  /** For a sink in the same database: reports of many learners in one statement. */
  readonly reports: ReportsRepository;
  readonly playbackSessions: Pick<PlaybackSessionsRepository, 'noteActive'>;
}

/**
 * Keeps the new events of a report, where the learner is with the lesson and whether it plays: all of
 * it or nothing, for the rest would be taken for known when the report comes again. Records once that
 * a lesson is completed.
 * @returns whether it is
 */
export function createKeepReport(deps: KeepReportDeps) {
  const { db, positions, sink, reports, playbackSessions } = deps;
  const look = gather((asked: readonly LessonReport[]) => reports.look(db, asked));
  const move = gather((moves: Parameters<typeof reports.move>[1]) => reports.move(db, moves));

  function keepAlone(report: LessonReport): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const added = await sink.write(trx, report.events);
      // What comes again says nothing about the present.
      const events = report.events.filter(({ id }) => added.has(id));
      const last = events.at(-1);
      if (!last) return false;
      const completed = await follow(trx, { ...report, events });
      const activeAt = isPlayingAfter(last.event) ? report.now : null;
      await playbackSessions.noteActive(trx, report.playbackSessionId, activeAt);
      return completed;
    });
  }

  async function follow(trx: Trx, report: LessonReport): Promise<boolean> {
    const { userId, videoId, playbackSessionId, now } = report;
    const before = await positions.lock(trx, { userId, videoId, now });
    const standing = standingAfter(before, report);
    await positions.keep(trx, { userId, videoId }, standing);
    if (before.completedAt === null && standing.completedAt !== null)
      await recordEvent(trx, 'lesson.completed', { playbackSessionId, userId, videoId }, now);
    return standing.completedAt !== null;
  }

  return async function keepReport(report: LessonReport): Promise<boolean> {
    const seen = await look(report);
    if (seen === null) return keepAlone(report);
    const events = report.events.filter(({ id }) => !seen.knownIds.has(id));
    if (events.length === 0) return false;
    const fresh = { ...report, events };
    const standing = standingAfter(seen, fresh);
    const isNews = seen.completedAt === null && standing.completedAt !== null;
    if (isNews || !(await move({ report: fresh, standing, revision: seen.revision })))
      return keepAlone(report);
    return standing.completedAt !== null;
  };
}

export type KeepReport = ReturnType<typeof createKeepReport>;
