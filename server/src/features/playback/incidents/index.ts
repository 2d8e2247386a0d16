import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import { createUserLimit } from '../../../platform/http/user-limit.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { PlaybackSessionsRepository } from '../sessions/sessions.repository.ts';
import type { PlaybackStops } from '../sessions/stops.adapter.ts';
import { createLiftTermination } from '../violations/lift-termination.usecases.ts';
import { createTerminationsRepository } from '../violations/terminations.repository.ts';
import { createViolationStanding } from '../violations/violation-standing.usecases.ts';
import { createSeePlaybacks } from '../watermark/find-playbacks.usecases.ts';
import { createPlaybacksRepository } from '../watermark/playbacks.repository.ts';
import { createIncidentsRepository } from './incidents.repository.ts';
import { bindIncidentRoutes } from './incidents.routes.ts';
import { createSeeIncidents } from './list-incidents.usecases.ts';
import { createNoteDownload } from './note-download.usecases.ts';
import { createNoteRefusedDevice } from './note-refused-device.usecases.ts';
import { createReportIncidents } from './report-incidents.usecases.ts';

export type { SeenDownload } from './note-download.usecases.ts';

/** A page sends a batch every 5 s (specification, section 9), and strong signals at once. */
const reportsPerMinute = 60;

export interface IncidentsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
  readonly users: PlaybackPorts['users'];
  readonly videos: Pick<PlaybackPorts['videos'], 'playableVideo'>;
  readonly playbackSessions: PlaybackSessionsRepository;
  readonly stops: PlaybackStops;
}

/** Takes what players saw as evidence, judged by one rule, read and pardoned by administrators. */
export function createIncidents(deps: IncidentsDeps) {
  const { db } = deps;
  const incidents = createIncidentsRepository();
  const terminations = createTerminationsRepository();
  const standingOf = createViolationStanding({ ...deps, incidents, terminations });
  return {
    standingOf,
    noteDownload: createNoteDownload({ ...deps, incidents, terminations }),
    noteRefusedDevice: createNoteRefusedDevice({ ...deps, incidents }),
    bindRoutes(bind: Bind): void {
      bindIncidentRoutes(bind, {
        exportList: deps.users.exportList,
        report: createReportIncidents({
          ...deps,
          incidents,
          terminations,
          standingOf,
          limit: createUserLimit(reportsPerMinute),
        }),
        see: createSeeIncidents({
          db,
          incidents,
          terminations,
          visibleIds: deps.users.visibleIds,
        }),
        playbacks: createSeePlaybacks({ ...deps, playbacks: createPlaybacksRepository() }),
        lift: createLiftTermination({ ...deps, terminations }),
      });
    },
    removePast: (before: Date, atMost: number) => incidents.removePast(db, before, atMost),
  };
}
