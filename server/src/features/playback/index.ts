import { limits } from '@prahari/contract';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, DbOrTrx } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { createUserLimit } from '../../platform/http/user-limit.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Chore } from '../../platform/retention/chore.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import { bindPlaybackCheckRoutes } from './check/check.routes.ts';
import type { SegmentRequest } from './cmcd/cmcd-metrics.rules.ts';
import { collectSupply } from './cmcd/collect-cmcd-metrics.usecases.ts';
import { type AdmittedSegment, watchDownloads } from './downloads/watch-downloads.usecases.ts';
import { createIncidents } from './incidents/index.ts';
import { createNotesRepository } from './notes/notes.repository.ts';
import { bindNotesRoutes } from './notes/notes.routes.ts';
import { createNotes } from './notes/notes.usecases.ts';
import type { PlaybackConfig } from './playback.config.ts';
import type { PlaybackPorts } from './ports.ts';
import { createPositionsRepository } from './progress/positions.repository.ts';
import { createEndUnentitled } from './sessions/entitlement.usecases.ts';
import { createConfirmedPlayback, createLivePlayback } from './sessions/live-playback.usecases.ts';
import { createPlaybackSessionsRepository } from './sessions/sessions.repository.ts';
import { createSolePlayback } from './sessions/sole-playback.usecases.ts';
import { createStillEntitled } from './sessions/still-entitled.usecases.ts';
import { createPlaybackStops } from './sessions/stops.adapter.ts';
import { createStopsRepository } from './sessions/stops.repository.ts';
import { createPlaybackSessions } from './start/open-playback.usecases.ts';
import { createOpeningRepository } from './start/start.repository.ts';
import { bindSessionRoutes } from './start/start.routes.ts';
import { createStartPlayback } from './start/start-playback.usecases.ts';
import { createViewsRepository } from './start/views.repository.ts';
import { createKeepReport } from './telemetry/keep-report.usecases.ts';
import {
  createJumpsRepository,
  createPlaybackEventsRepository,
} from './telemetry/playback-events.repository.ts';
import { createReportsRepository } from './telemetry/reports.repository.ts';
import { bindTelemetryRoutes } from './telemetry/telemetry.routes.ts';
import { createTelemetry } from './telemetry/telemetry.usecases.ts';

/** A player reports a few times a minute, more while a learner searches for a place. */
const telemetryPerMinute = 120;
/** Faster than people write. */
const notesPerMinute = 60;

export { noteRowRefusals as playbackRowRefusals } from './notes/notes.errors.ts';
export { initialPlaybackConfig, playbackSettings } from './playback.config.ts';

export interface PlaybackDeps extends PlaybackPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly notifications: Notifications;
  readonly systemConfig: LiveConfig;
  readonly settings: PlaybackConfig;
}

/** Playing a video: sessions that open and end, the manifest, and where each learner left off. */
export function createPlayback(deps: PlaybackDeps) {
  const playbackSessions = createPlaybackSessionsRepository();
  const opening = createOpeningRepository();
  const stops = createPlaybackStops({ ...deps, repository: createStopsRepository() });
  const incidents = createIncidents({ ...deps, playbackSessions, stops });
  const views = createViewsRepository();
  const livePlayback = createLivePlayback({ ...deps, playbackSessions });
  const solePlayback = createSolePlayback({ ...deps, playbackSessions });
  const positions = createPositionsRepository();
  const downloads = watchDownloads({
    ...deps,
    playbackSessions,
    jumps: createJumpsRepository(),
    noteDownload: incidents.noteDownload,
  });
  const telemetry = createTelemetry({
    ...deps,
    onHeard: downloads.hear,
    livePlayback,
    solePlayback,
    playbackSessions,
    positions,
    keepReport: createKeepReport({
      db: deps.db,
      positions,
      playbackSessions,
      reports: createReportsRepository(),
      sink: createPlaybackEventsRepository(),
    }),
    limit: createUserLimit(telemetryPerMinute),
  });
  const notes = createNotes({
    ...deps,
    notes: createNotesRepository(deps.db),
    limit: createUserLimit(notesPerMinute),
  });
  const opened = deps.metrics.counter(
    'prahari_playback_sessions_opened_total',
    'Playback sessions opened.',
    [],
  );
  deps.metrics.gauge(
    'prahari_playbacks_live',
    'Playback sessions of the whole installation that play at this moment.',
    [],
    async () => {
      const now = deps.clock.now();
      const since = new Date(now.getTime() - limits.streamIdleSeconds * 1000);
      return [{ labels: {}, value: await playbackSessions.countPlaying(deps.db, now, since) }];
    },
  );
  const startPlayback = createStartPlayback({
    ...deps,
    playbackSessions,
    opening,
    stops,
    countOpened: () => opened({}),
  });
  const sessions = createPlaybackSessions({
    ...deps,
    playbackSessions,
    opening,
    livePlayback,
    standingOf: incidents.standingOf,
    noteRefusedDevice: incidents.noteRefusedDevice,
    startPlayback,
    requireStillEntitled: createStillEntitled({ ...deps, playbackSessions }),
    onOpened: downloads.open,
  });
  const supply = collectSupply(deps);
  const countStream = createUserLimit(deps.settings.streamsPerMinute);
  return {
    bindRoutes(bind: Bind): void {
      bindSessionRoutes(bind, sessions, countStream);
      bindTelemetryRoutes(bind, telemetry);
      bindNotesRoutes(bind, notes);
      incidents.bindRoutes(bind);
      bindPlaybackCheckRoutes(bind, deps);
    },
    stops,
    /** For users whose place or groups changed. */
    endUnentitled: createEndUnentitled({ ...deps, playbackSessions, stops }),
    confirmedPlayback: createConfirmedPlayback(livePlayback, deps.sessionFacts),
    solePlayback,
    supply,
    downloads,
    /** Hears of each segment that may be sent. @returns seconds that it has to wait; Infinity: not now */
    onSegment(segment: AdmittedSegment & Pick<SegmentRequest, 'report'>): number {
      supply.note(segment);
      return downloads.count(segment);
    },
    async stop(): Promise<void> {
      await downloads.stop();
      await supply.stop();
    },
    isUserTokenUsed: (userTokenId: string) =>
      playbackSessions.isUserTokenUsed(deps.db, userTokenId),
    startPlayback,
    lessonProgress: telemetry.lessonProgress,
    startedVideos: telemetry.startedVideos,
    forgetNotes: notes.forget,
    viewsOf: (videoIds: readonly string[], within: DbOrTrx = deps.db) => views.of(within, videoIds),
    /** Incidents and playback sessions; to be removed before the sign-ins that they belong to. */
    listRetentionJobs: (
      retention: () => { readonly events: Date; readonly sessions: Date },
    ): readonly Chore[] => [
      {
        name: 'incidents',
        removeSome: (atMost) => incidents.removePast(retention().events, atMost),
      },
      {
        name: 'plays',
        removeSome: (atMost) => playbackSessions.removePast(deps.db, retention().sessions, atMost),
      },
    ],
  };
}
