import {
  type DataOf,
  type endpoints,
  type IncidentReport,
  incidentLimits,
  isSlip,
  isViolation,
  redactPrivate,
} from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../../../platform/db/database.ts';
import { recordEvents } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { findVideosOfPlaybacks, lockPlaybackOfUser } from '../sessions/sessions.repository.ts';
import { decideSeverity, findRepeatedSlips } from '../violations/count-violations.rules.ts';
import { terminateAccess } from '../violations/terminate-access.usecases.ts';
import { findViolationStandings } from '../violations/violation-standing.usecases.ts';
import {
  findBlockedHotkeys,
  insertIncidents,
  markViolations,
  type NewIncident,
} from './incidents.repository.ts';

/** The origin of a report, as the server saw it. */
export interface IncidentOrigin {
  readonly address: string;
  readonly userAgent: string;
}

type Answer = DataOf<typeof endpoints.security.reportIncidents>;

/**
 * Stores what players report as evidence, each incident once, and terminates access where the
 * violations reach the limit (the third, unless it is configured otherwise). An incident of another
 * user's playback session is refused; the others of the call are stored.
 * @returns how many violations count for each video afterwards
 */
export async function reportIncidents(
  deps: Pick<PlaybackDeps, 'db' | 'clock' | 'systemConfig' | 'playbackRevocations' | 'videos'>,
  caller: SessionCaller,
  reports: readonly IncidentReport[],
  origin: IncidentOrigin,
): Promise<Answer> {
  const { db, clock } = deps;
  const { userId } = caller;
  const asked = reports.flatMap(({ playbackSessionId: id }) => (id === null ? [] : [id]));
  const videoOf = await findVideosOfPlaybacks(db, userId, asked);
  const isOwn = ({ playbackSessionId: id }: IncidentReport) => id === null || videoOf.has(id);
  const kept = oncePerId(reports.filter(isOwn));
  const refused = reports.filter((one) => !isOwn(one)).map(({ id }) => id);
  if (kept.length === 0) return { accepted: [], refused, violations: [] };
  const claimed = await findClaimedVideos(deps, caller, kept);
  const rows = kept.map((one) => {
    const { playbackSessionId: id, videoId } = one;
    const isTheirs = videoId !== null && claimed.has(videoId);
    const found = id === null ? isTheirs && videoId : videoOf.get(id);
    const received = { report: one, videoId: found || null, now: clock.now() };
    return buildIncidentRow(caller, origin, received);
  });
  const playOf = new Map(
    kept.flatMap(({ playbackSessionId: id }) => {
      const videoId = id === null ? undefined : videoOf.get(id);
      return id !== null && videoId !== undefined ? [[videoId, id] as const] : [];
    }),
  );
  const { standings, stopped } = await db.transaction().execute(async (trx) => {
    await lockPlaybackOfUser(trx, userId);
    const added = new Set(await insertIncidents(trx, rows));
    const risen = await countRepeatedSlips(deps, trx, userId, kept);
    const facts = rows
      .filter(({ id }) => added.has(id))
      .map((row) => createFact(risen.has(row.id) ? { ...row, severity: 'high' } : row));
    await recordEvents(trx, 'incident.reported', facts, clock.now());
    const before = await findViolationStandings(deps, trx, userId, [...playOf.keys()]);
    const { violationsToTerminate } = deps.systemConfig.current().playback;
    const reached = new Map(
      [...playOf].flatMap(([videoId, playbackSessionId]) => {
        const { count = 0, terminated = false } = before.get(videoId) ?? {};
        const isOver = !terminated && count >= violationsToTerminate;
        return isOver ? [[videoId, { playbackSessionId, count }] as const] : [];
      }),
    );
    const ids = await terminateAccess(deps, trx, userId, reached);
    const after = [...before].map(([videoId, { count, terminated }]) => ({
      videoId,
      count,
      terminated: terminated || reached.has(videoId),
    }));
    return { standings: after, stopped: ids };
  });
  deps.playbackRevocations.note(stopped);
  return { accepted: kept.map(({ id }) => id), refused, violations: standings };
}

/**
 * Makes violations of the slips that others of their playback repeat, also of those that are stored
 * since before: reports may come late.
 * @returns their ids
 */
async function countRepeatedSlips(
  { systemConfig }: Pick<PlaybackDeps, 'systemConfig'>,
  trx: Trx,
  userId: string,
  reports: readonly IncidentReport[],
): Promise<ReadonlySet<string>> {
  const playbacks = reports.flatMap(({ type, playbackSessionId: id, metadata }) =>
    id !== null && isSlip(type, metadata['hotkey']) ? [id] : [],
  );
  if (playbacks.length === 0) return new Set();
  const hotkeys = await findBlockedHotkeys(trx, userId, [...new Set(playbacks)]);
  const slips = hotkeys.filter(({ hotkey }) => isSlip('blocked_hotkey', hotkey));
  const { sameActSeconds } = systemConfig.current().playback;
  const risen = findRepeatedSlips(slips, sameActSeconds * 1000)
    .filter((slip) => !slip.isViolation)
    .map(({ id }) => id);
  // A repetition is deliberate, however sure the browser was.
  if (risen.length > 0) await markViolations(trx, risen, 'high');
  return new Set(risen);
}

/** A slip counts for nothing until it is repeated. */
function buildIncidentRow(
  caller: SessionCaller,
  origin: IncidentOrigin,
  received: {
    readonly report: IncidentReport;
    readonly videoId: string | null;
    readonly now: Date;
  },
): NewIncident {
  const { report, videoId, now } = received;
  const { type, confidence, playbackSessionId, metadata } = report;
  const isLoneSlip = isSlip(type, metadata['hotkey']);
  return {
    id: uuidv7(),
    client_id: report.id,
    user_id: caller.userId,
    received_at: now,
    occurred_at: new Date(report.occurredAt),
    type,
    confidence,
    severity: decideSeverity(type, confidence, isLoneSlip),
    is_violation: playbackSessionId !== null && isViolation(type, confidence) && !isLoneSlip,
    message: redactPrivate(report.message, incidentLimits.message),
    warning_count: report.warningCount,
    url: redactPrivate(report.url, incidentLimits.url),
    metadata: JSON.stringify(cleaned(metadata)),
    video_id: videoId,
    playback_session_id: playbackSessionId,
    session_id: caller.sessionId,
    device_id: caller.deviceId,
    address: origin.address,
    user_agent: origin.userAgent,
  };
}

/**
 * Finds the claimed videos that the caller may play: administrators who read an incident see the
 * title of its video.
 */
async function findClaimedVideos(
  deps: Pick<PlaybackDeps, 'videos'>,
  caller: SessionCaller,
  reports: readonly IncidentReport[],
): Promise<ReadonlySet<string>> {
  const claimed = reports.flatMap(({ playbackSessionId, videoId }) =>
    playbackSessionId === null && videoId !== null ? [videoId] : [],
  );
  const found = await Promise.all(
    [...new Set(claimed)].map((id) => deps.videos.findPlayableVideo(id, caller)),
  );
  return new Set(found.flatMap((video) => (video ? [video.id] : [])));
}

function createFact(row: NewIncident) {
  const { id: incidentId, user_id: userId, video_id: videoId = null } = row;
  const { type, severity, confidence } = row;
  return { incidentId, userId, videoId, type, severity, confidence };
}

/** Removes from a browser's claim what must not be kept. */
function cleaned(metadata: IncidentReport['metadata']): Record<string, string> {
  const { metadataName, metadataValue } = incidentLimits;
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      redactPrivate(name, metadataName),
      redactPrivate(value, metadataValue),
    ]),
  );
}

/** Keeps the first of each id. */
function oncePerId(reports: readonly IncidentReport[]): IncidentReport[] {
  return [...new Map(reports.toReversed().map((report) => [report.id, report])).values()];
}
