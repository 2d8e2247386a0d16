import { limits } from '@prahari/contract';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, DbOrTrx } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { createUserLimit } from '../../platform/http/user-limit.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import { bindPlaybackCheckRoutes } from './check/index.ts';
import { type AdmittedSegment, watchDownloads } from './downloads/index.ts';
import { createIncidents } from './incidents/index.ts';
import { bindNotesRoutes, createNotes, createNotesRepository } from './notes/index.ts';
import type { PlaybackConfig } from './playback.config.ts';
import type { PlaybackPorts } from './ports.ts';
import {
  bindSessionRoutes,
  createConfirmedPlayback,
  createEndUnentitled,
  createLivePlayback,
  createOpeningRepository,
  createPlaybackSessions,
  createPlaybackSessionsRepository,
  createPlaybackStops,
  createSolePlayback,
  createStartPlayback,
  createStillEntitled,
  createStopsRepository,
} from './sessions/index.ts';
import { createViewsRepository } from './sessions/views.repository.ts';
import {
  bindTelemetryRoutes,
  collectSupply,
  createJumpsRepository,
  createKeepReport,
  createPlaybackEventsRepository,
  createPositionsRepository,
  createReportsRepository,
  createTelemetry,
  type SegmentRequest,
} from './telemetry/index.ts';

/** A player reports a few times a minute, more while a learner searches for a place. */
const telemetryPerMinute = 120;
/** Faster than people write. */
const notesPerMinute = 60;

export { noteRowRefusals as playbackRowRefusals } from './notes/index.ts';
export { playbackSettings } from './playback.config.ts';

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
    removePast: (before: Date, atMost: number) =>
      playbackSessions.removePast(deps.db, before, atMost),
    removePastIncidents: incidents.removePast,
  };
}
