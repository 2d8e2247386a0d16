import { limits } from '@prahari/contract';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { RecordTable } from '../../platform/db/inspect-database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import { gather } from '../../platform/gather/gather.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { ClientTraits } from '../../platform/http/request-facts.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { bindPlaybackCheckRoutes } from './check/check.routes.ts';
import type { SegmentRequest } from './cmcd/cmcd-metrics.rules.ts';
import { createCmcdMetricsCollector } from './cmcd/cmcd-metrics-collector.adapter.ts';
import { recordBareFetches, recordSilence } from './downloads/record-fetching.usecases.ts';
import { type AdmittedSegment, createDownloadWatch } from './downloads/watch-downloads.adapter.ts';
import { bindIncidentRoutes } from './incidents/incidents.routes.ts';
import { recordSuspectedDownload } from './incidents/server-incidents.usecases.ts';
import { summarizeSecurity } from './incidents/summarize-security.usecases.ts';
import { bindInsightRoutes } from './insights/insights.routes.ts';
import { bindManifestRoutes } from './manifest/manifest.routes.ts';
import { deleteAllNotes } from './notes/notes.repository.ts';
import { bindNotesRoutes } from './notes/notes.routes.ts';
import { bindOfflineRoutes } from './offline/offline.routes.ts';
import type { PlaybackDeps } from './playback.deps.ts';
import {
  findVideoProgress,
  listStartedVideos,
  listWatchedVideos,
} from './progress/positions.repository.ts';
import { listRetentionJobs } from './retention.usecases.ts';
import { createEndedPlaybacksRepository } from './sessions/ended-playbacks.repository.ts';
import { endUnentitledPlayback } from './sessions/entitlement.usecases.ts';
import { findConfirmedPlayback, findSolePlayback } from './sessions/live-playback.usecases.ts';
import { createPlaybackRevocations } from './sessions/playback-revocations.adapter.ts';
import { countPlays, findPlayingNow } from './sessions/playing-now.usecases.ts';
import {
  countPlayingSessions,
  findLastReports,
  findPlaybackSessions,
  isUserTokenUsed,
} from './sessions/sessions.repository.ts';
import { bindStartRoutes } from './start/start.routes.ts';
import { startOpenedPlayback } from './start/start-playback.usecases.ts';
import { countViews } from './start/views.repository.ts';
import { suspendPlayback } from './suspensions/suspend-playback.usecases.ts';
import { liftSuspension } from './suspensions/suspensions.repository.ts';
import {
  insertPlaybackEvents,
  sumJumpedSeconds,
  updateSeen,
} from './telemetry/playback-events.repository.ts';
import { createReportWriter } from './telemetry/report-writer.adapter.ts';
import { bindTelemetryRoutes } from './telemetry/telemetry.routes.ts';
import { deleteReviewNotes } from './violations/terminations.repository.ts';
import { sumUpCoverage } from './watermark/playbacks.repository.ts';

export { noteRowRefusals as playbackRowRefusals } from './notes/notes.errors.ts';
export { offlineSecretColumn } from './offline/make-copy.usecases.ts';
export { buildInitialPlaybackConfig, playbackSettings } from './playback.config.ts';
export { playbackEventsTable } from './telemetry/playback-events.repository.ts';

type Wired =
  | 'playbackRevocations'
  | 'findStoredPlayback'
  | 'reportWriter'
  | 'downloadWatch'
  | 'countOpened';

export const incidentRecord: RecordTable = {
  where: 'incidents',
  table: 'security_incidents',
  at: 'received_at',
};

export interface PlaybackFeatureDeps extends Omit<PlaybackDeps, Wired> {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly notifications: Notifications;
}

/** Wires playback: sessions that open and end, manifests, telemetry, incidents, notes. */
export function createPlayback(given: PlaybackFeatureDeps) {
  const { db, clock, metrics } = given;
  const playbackRevocations = createPlaybackRevocations({
    ...given,
    repository: createEndedPlaybacksRepository(),
  });
  const downloadWatch = createDownloadWatch({
    ...given,
    findPlaybackSessions,
    findLastReports,
    sumJumpedSeconds,
    recordDownload: (download) =>
      recordSuspectedDownload({ ...given, playbackRevocations }, download),
    recordSilence: (playbackId, silence) => recordSilence(given, playbackId, silence),
    recordBareFetches: (playbackId, requests) => recordBareFetches(given, playbackId, requests),
  });
  const cmcdMetrics = createCmcdMetricsCollector(given);
  const opened = metrics.counter(
    'prahari_playback_sessions_opened_total',
    'Playback sessions opened.',
    [],
  );
  metrics.gauge(
    'prahari_playbacks_live',
    'Playback sessions of the whole installation that play at this moment.',
    [],
    async () => {
      const now = clock.now();
      const since = new Date(now.getTime() - limits.streamIdleSeconds * 1000);
      return [{ labels: {}, value: await countPlayingSessions(db, now, since) }];
    },
  );
  const deps: PlaybackDeps = {
    ...given,
    playbackRevocations,
    downloadWatch,
    findStoredPlayback: gather(
      async (ids: readonly string[]) => {
        const found = await findPlaybackSessions(db, ids);
        const byId = new Map(found.map((one) => [one.playback.id, one]));
        return ids.map((id) => byId.get(id));
        // Licences wait for it, too.
      },
      { pauseMs: 4 },
    ),
    reportWriter: createReportWriter({
      db,
      sink: { writeEvents: insertPlaybackEvents, writeSeen: updateSeen },
    }),
    countOpened: () => opened({}),
  };
  return {
    bindRoutes(bind: Bind): void {
      bindStartRoutes(bind, deps);
      bindManifestRoutes(bind, deps);
      bindTelemetryRoutes(bind, deps);
      bindNotesRoutes(bind, deps);
      bindIncidentRoutes(bind, deps);
      bindPlaybackCheckRoutes(bind, deps);
      bindInsightRoutes(bind, deps);
      bindOfflineRoutes(bind, deps);
    },
    playbackRevocations,
    cmcdMetrics,
    downloadWatch,
    /** For users whose place or groups changed, or an administrator's rights or scope. */
    endUnentitled: (trx: Trx, userIds: readonly string[]) =>
      endUnentitledPlayback(deps, trx, userIds),
    findConfirmedPlayback: (id: string, caller: SessionCaller, traits: ClientTraits) =>
      findConfirmedPlayback(deps, id, caller, traits),
    findSolePlayback: (caller: SessionCaller, videoId: string) =>
      findSolePlayback(deps, caller, videoId),
    startOpenedPlayback: (playback: Parameters<typeof startOpenedPlayback>[1]) =>
      startOpenedPlayback(deps, playback),
    isUserTokenUsed: (userTokenId: string) => isUserTokenUsed(db, userTokenId),
    /**
     * Counts a segment that was admitted.
     * @returns seconds that it has to wait; Infinity: it is refused for now
     */
    onSegment(segment: AdmittedSegment & Pick<SegmentRequest, 'report'>): number {
      const waitSeconds = downloadWatch.countSegment(segment);
      // What fetches a copy plays nothing.
      if (!downloadWatch.isOfCopy(segment.playbackId)) cmcdMetrics.countRequest(segment);
      return waitSeconds;
    },
    /** For the time of an alert; `liftSuspension` takes it back. */
    suspendPlayback: (trx: Trx, userId: string, forMs: number) =>
      suspendPlayback(deps, trx, userId, forMs),
    liftSuspension: (trx: Trx, id: string) => liftSuspension(trx, id, clock.now()),
    findPlaying: (caller: SessionCaller, bounds: { atMost: number; most: number }) =>
      findPlayingNow(given, caller, bounds),
    countPlays: (
      caller: SessionCaller,
      days: readonly Date[],
      bounds: { atMost: number; most: number },
    ) => countPlays(given, caller, days, bounds),
    /** Sums up what players reported of their watermarks. */
    sumUpCoverage: (since: Date) => sumUpCoverage(db, since),
    summarizeSecurity: (caller: SessionCaller, most: number) =>
      summarizeSecurity(given, caller, most),
    async stop(): Promise<void> {
      await downloadWatch.stop();
      await cmcdMetrics.stop();
    },
    findVideoProgress: (userId: string, videoIds: readonly string[], within: DbOrTrx = db) =>
      findVideoProgress(within, userId, videoIds),
    listStartedVideos: (userId: string, atMost: number) => listStartedVideos(db, userId, atMost),
    listWatchedVideos: (userId: string, atMost: number) => listWatchedVideos(db, userId, atMost),
    countViews: (videoIds: readonly string[], within: DbOrTrx = db) => countViews(within, videoIds),
    /** Deletes what a user wrote whose account is deleted. */
    async deleteNotes(trx: Trx, userId: string): Promise<void> {
      await deleteAllNotes(trx, userId);
      await deleteReviewNotes(trx, userId);
    },
    /** Must run before those of auth, because rows here refer to its sessions. */
    retentionJobs: listRetentionJobs(deps),
  };
}

export type Playback = ReturnType<typeof createPlayback>;
