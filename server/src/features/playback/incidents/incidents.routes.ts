import { endpoints } from '@prahari/contract';
import type { ExportList } from '../../../platform/export/export-list.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import { userAgentOf } from '../../../platform/http/request-facts.ts';
import type { LiftTermination } from '../violations/lift-termination.usecases.ts';
import type { SeePlaybacks } from '../watermark/find-playbacks.usecases.ts';
import { incidentColumns, playbackColumns, terminationColumns } from './export-columns.rules.ts';
import type { SeeIncidents } from './list-incidents.usecases.ts';
import type { ReportIncidents } from './report-incidents.usecases.ts';

export interface IncidentRoutesDeps {
  readonly report: ReportIncidents;
  readonly see: SeeIncidents;
  readonly lift: LiftTermination;
  readonly playbacks: SeePlaybacks;
  readonly exportList: ExportList;
}

export function bindIncidentRoutes(bind: Bind, deps: IncidentRoutesDeps): void {
  const { report, see, lift, playbacks, exportList } = deps;
  const { security, listExports } = endpoints;
  bind(security.reportIncidents, async ({ caller, body, request }) =>
    report(caller, body.incidents, { address: request.ip, userAgent: userAgentOf(request) }),
  );
  bind(security.incidents, async ({ caller, query }) => see.incidents(caller, query));
  bind(security.terminations, async ({ caller, query }) => see.terminations(caller, query));
  bind(security.playbacks, async ({ caller, query }) => playbacks.list(caller, query));
  bind(listExports.incidents, (call) =>
    exportList(call, {
      name: 'incidents',
      action: 'incident.export',
      columns: incidentColumns,
      read: (caller, part) => see.incidentsBehind(caller, call.query, part),
    }),
  );
  bind(listExports.terminations, (call) =>
    exportList(call, {
      name: 'terminations',
      action: 'termination.export',
      columns: terminationColumns,
      read: (caller, part) => see.terminationsBehind(caller, call.query, part),
    }),
  );
  bind(listExports.playbacks, (call) =>
    exportList(call, {
      name: 'playbacks',
      action: 'playback.export',
      columns: playbackColumns,
      read: (caller, part) => playbacks.behind(caller, call.query, part),
    }),
  );
  bind(security.lookUpWatermark, async ({ caller, body, request }) =>
    playbacks.lookUp(caller, body.code, request.ip),
  );
  bind(security.liftTermination, async ({ caller, params, body, request }) =>
    lift(caller, params.id, { reason: body.reason, address: request.ip }),
  );
}
