import {
  type DataOf,
  type endpoints,
  type IncidentReport,
  incidentLimits,
  isViolation,
  withoutPrivate,
} from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvents } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { PlaybackSessionsRepository } from '../sessions/sessions.repository.ts';
import type { PlaybackStops } from '../sessions/stops.adapter.ts';
import { endAccess } from '../violations/terminate-access.usecases.ts';
import type { TerminationsRepository } from '../violations/terminations.repository.ts';
import type { StandingOf } from '../violations/violation-standing.usecases.ts';
import { severityOf } from '../violations/violations.rules.ts';
import type { IncidentsRepository, NewIncident } from './incidents.repository.ts';

/** Where a report came from, as the server saw it. */
export interface IncidentOrigin {
  readonly address: string;
  readonly userAgent: string;
}

export interface ReportIncidentsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
  readonly incidents: IncidentsRepository;
  readonly terminations: TerminationsRepository;
  readonly playbackSessions: Pick<
    PlaybackSessionsRepository,
    'videosOf' | 'lockUser' | 'endOfVideos'
  >;
  readonly stops: Pick<PlaybackStops, 'tell' | 'note'>;
  readonly standingOf: StandingOf;
  readonly videos: Pick<PlaybackPorts['videos'], 'playableVideo'>;
  limit(userId: string): Promise<void>;
}

type Answer = DataOf<typeof endpoints.security.reportIncidents>;

/** Keeps what players saw as evidence; what counts as a violation may end access to a video. */
export function createReportIncidents(deps: ReportIncidentsDeps) {
  const { db, clock, incidents, playbackSessions } = deps;

  function rowOf(
    caller: SessionCaller,
    origin: IncidentOrigin,
    report: IncidentReport,
    videoId: string | null,
  ): NewIncident {
    const { type, confidence, playbackSessionId } = report;
    return {
      id: uuidv7(),
      client_id: report.id,
      user_id: caller.userId,
      received_at: clock.now(),
      occurred_at: new Date(report.occurredAt),
      type,
      confidence,
      severity: severityOf(type, confidence),
      is_violation: playbackSessionId !== null && isViolation(type, confidence),
      message: withoutPrivate(report.message, incidentLimits.message),
      warning_count: report.warningCount,
      url: withoutPrivate(report.url, incidentLimits.url),
      metadata: JSON.stringify(cleaned(report.metadata)),
      video_id: videoId,
      playback_session_id: playbackSessionId,
      session_id: caller.sessionId,
      device_id: caller.deviceId,
      address: origin.address,
      user_agent: origin.userAgent,
    };
  }

  /**
   * Finds those that the caller may play: a reader of an incident learns the title of its video.
   */
  async function claimedVideos(
    caller: SessionCaller,
    reports: readonly IncidentReport[],
  ): Promise<ReadonlySet<string>> {
    const claimed = reports.flatMap(({ playbackSessionId, videoId }) =>
      playbackSessionId === null && videoId !== null ? [videoId] : [],
    );
    const found = await Promise.all(
      [...new Set(claimed)].map((id) => deps.videos.playableVideo(id, caller)),
    );
    return new Set(found.flatMap((video) => (video ? [video.id] : [])));
  }

  /**
   * Keeps each incident once, and returns where the learner stands with its video afterwards. An
   * incident of another user's playback session is refused; the others of the call are kept.
   * @throws AppError 429
   */
  return async function report(
    caller: SessionCaller,
    reports: readonly IncidentReport[],
    origin: IncidentOrigin,
  ): Promise<Answer> {
    const { userId } = caller;
    await deps.limit(userId);
    const asked = reports.flatMap(({ playbackSessionId: id }) => (id === null ? [] : [id]));
    const videoOf = await playbackSessions.videosOf(db, userId, asked);
    const isOwn = ({ playbackSessionId: id }: IncidentReport) => id === null || videoOf.has(id);
    const kept = oncePerId(reports.filter(isOwn));
    const refused = reports.filter((one) => !isOwn(one)).map(({ id }) => id);
    if (kept.length === 0) return { accepted: [], refused, violations: [] };
    const claimed = await claimedVideos(caller, kept);
    const rows = kept.map((one) => {
      const { playbackSessionId: id, videoId } = one;
      const isTheirs = videoId !== null && claimed.has(videoId);
      const found = id === null ? isTheirs && videoId : videoOf.get(id);
      return rowOf(caller, origin, one, found || null);
    });
    const playOf = new Map(
      kept.flatMap(({ playbackSessionId: id }) => {
        const videoId = id === null ? undefined : videoOf.get(id);
        return id !== null && videoId !== undefined ? [[videoId, id] as const] : [];
      }),
    );
    const { standings, stopped } = await db.transaction().execute(async (trx) => {
      await playbackSessions.lockUser(trx, userId);
      const added = new Set(await incidents.add(trx, rows));
      const facts = rows.filter(({ id }) => added.has(id)).map(factOf);
      await recordEvents(trx, 'incident.reported', facts, clock.now());
      const before = await deps.standingOf(trx, userId, [...playOf.keys()]);
      const { violationsToTerminate } = deps.systemConfig.current().playback;
      const reached = new Map(
        [...playOf].flatMap(([videoId, playbackSessionId]) => {
          const { count = 0, terminated = false } = before.get(videoId) ?? {};
          const isOver = !terminated && count >= violationsToTerminate;
          return isOver ? [[videoId, { playbackSessionId, count }] as const] : [];
        }),
      );
      const ids = await endAccess(deps, trx, userId, reached);
      const after = [...before].map(([videoId, { count, terminated }]) => ({
        videoId,
        count,
        terminated: terminated || reached.has(videoId),
      }));
      return { standings: after, stopped: ids };
    });
    deps.stops.note(stopped);
    return { accepted: kept.map(({ id }) => id), refused, violations: standings };
  };
}

function factOf(row: NewIncident) {
  const { id: incidentId, user_id: userId, video_id: videoId = null } = row;
  const { type, severity, confidence } = row;
  return { incidentId, userId, videoId, type, severity, confidence };
}

/** Removes from a browser's claim what must not be kept. */
function cleaned(metadata: IncidentReport['metadata']): Record<string, string> {
  const { metadataName, metadataValue } = incidentLimits;
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      withoutPrivate(name, metadataName),
      withoutPrivate(value, metadataValue),
    ]),
  );
}

/** Keeps the first of each id. */
function oncePerId(reports: readonly IncidentReport[]): IncidentReport[] {
  return [...new Map(reports.toReversed().map((report) => [report.id, report])).values()];
}

export type ReportIncidents = ReturnType<typeof createReportIncidents>;
