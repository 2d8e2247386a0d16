import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { readUserAgent } from '../../../platform/http/request-facts.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { liftTermination } from '../violations/lift-termination.usecases.ts';
import { requestReview } from '../violations/request-review.usecases.ts';
import {
  listPlaybacks,
  listPlaybacksForExport,
  lookUpWatermark,
} from '../watermark/find-playbacks.usecases.ts';
import { incidentColumns, playbackColumns, terminationColumns } from './export-columns.rules.ts';
import {
  listIncidentGroups,
  listIncidents,
  listIncidentsForExport,
  listTerminations,
  listTerminationsForExport,
} from './list-incidents.usecases.ts';
import { reportIncidents } from './report-incidents.usecases.ts';

/** A page sends a batch every 5 s (specification, section 9), and strong signals at once. */
const reportsPerMinute = 60;
/** Each end of access is asked about once: more calls in a minute are no learner's. */
const reviewRequestsPerMinute = 5;

export function bindIncidentRoutes(bind: Bind, deps: PlaybackDeps): void {
  const countReport = bind.createRateLimit('incident-reports', reportsPerMinute);
  const countReviewRequest = bind.createRateLimit('review-requests', reviewRequestsPerMinute);
  const { exportList } = deps.users;
  const { security, listExports } = endpoints;
  bind(security.reportIncidents, async ({ caller, body, request, reply }) => {
    await countReport(caller.userId, reply);
    const origin = { address: request.ip, userAgent: readUserAgent(request) };
    return reportIncidents(deps, caller, body.incidents, origin);
  });
  bind(endpoints.videos.requestReview, async ({ caller, params, body, reply }) => {
    await countReviewRequest(caller.userId, reply);
    return requestReview(deps, caller, params.id, body.note);
  });
  bind(security.incidents, async ({ caller, query }) => listIncidents(deps, caller, query));
  bind(security.incidentGroups, async ({ caller, query }) =>
    listIncidentGroups(deps, caller, query),
  );
  bind(security.terminations, async ({ caller, query }) => listTerminations(deps, caller, query));
  bind(security.playbacks, async ({ caller, query }) => listPlaybacks(deps, caller, query));
  bind(listExports.incidents, (call) =>
    exportList(call, {
      name: 'incidents',
      action: 'incident.export',
      columns: incidentColumns,
      read: (caller, part) => listIncidentsForExport(deps, caller, call.query, part),
    }),
  );
  bind(listExports.terminations, (call) =>
    exportList(call, {
      name: 'terminations',
      action: 'termination.export',
      columns: terminationColumns,
      read: (caller, part) => listTerminationsForExport(deps, caller, call.query, part),
    }),
  );
  bind(listExports.playbacks, (call) =>
    exportList(call, {
      name: 'playbacks',
      action: 'playback.export',
      columns: playbackColumns,
      read: (caller, part) => listPlaybacksForExport(deps, caller, call.query, part),
    }),
  );
  bind(security.lookUpWatermark, async ({ caller, body, request }) =>
    lookUpWatermark(deps, caller, body.code, request.ip),
  );
  bind(security.liftTermination, async ({ caller, params, body, request }) =>
    liftTermination(deps, caller, params.id, { reason: body.reason, address: request.ip }),
  );
}
