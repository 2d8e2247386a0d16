import { endpoints } from '@prahari/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { readUserAgent } from '../../platform/http/request-facts.ts';
import { undoAction } from './actions/undo-action.usecases.ts';
import { listActivity } from './activity/list-activity.usecases.ts';
import type { AlertsDeps } from './alerts.deps.ts';
import { dryRunRule } from './engine/dry-run.usecases.ts';
import { changeAlert, getAlert } from './life-cycle/change-alert.usecases.ts';
import { generateTestAlert } from './life-cycle/generate-test-alert.usecases.ts';
import { alertColumns } from './list/alert-columns.rules.ts';
import {
  countAlertStatistics,
  describeAlerts,
  listAlerts,
  listAlertsAfter,
} from './list/list-alerts.usecases.ts';
import type { createAlertStreams } from './live/alert-streams.adapter.ts';
import {
  changeRule,
  createRule,
  listRules,
  removeRule,
  requireWholeScope,
  setRuleEnabled,
} from './rules/edit-rules.usecases.ts';

const testsPerMinute = 10;
/** Each reads many events. */
const dryRunsPerMinute = 6;
const dryRunDays = 7;
/** A page opens one stream, and another after each loss of connection. */
const streamsPerMinute = 20;

export function bindAlertRoutes(
  bind: Bind,
  deps: AlertsDeps,
  streams: ReturnType<typeof createAlertStreams>,
): void {
  const countTest = bind.createRateLimit('alert-tests', testsPerMinute);
  const countDryRun = bind.createRateLimit('alert-rule-trials', dryRunsPerMinute);
  const countStream = bind.createRateLimit('alert-streams', streamsPerMinute);
  const { alerts, listExports } = endpoints;
  bind(alerts.overview, ({ caller, query }) => describeAlerts(deps, caller, query));
  bind(alerts.list, ({ caller, query }) => listAlerts(deps, caller, query));
  bind(alerts.statistics, ({ caller, query }) => countAlertStatistics(deps, caller, query));
  bind(alerts.rules, async ({ caller }) => ({ items: await listRules(deps, caller) }));
  bind(alerts.createRule, async ({ caller, body, request, reply }) => {
    const rule = await createRule(deps, { caller, address: request.ip }, body);
    reply.status(201);
    return rule;
  });
  bind(alerts.updateRule, ({ caller, params, body, request }) =>
    changeRule(deps, { caller, address: request.ip }, params.id, body),
  );
  bind(alerts.setRuleEnabled, ({ caller, params, body, request }) =>
    setRuleEnabled(deps, { caller, address: request.ip }, params.id, body.enabled),
  );
  bind(alerts.deleteRule, ({ caller, params, request }) =>
    removeRule(deps, { caller, address: request.ip }, params.id),
  );
  bind(alerts.dryRunRule, async ({ caller, body, reply }) => {
    requireWholeScope({ caller });
    await countDryRun(caller.userId, reply);
    const visible = caller.userType === 'SUPER_ADMIN' ? null : deps.users.visibleIds(caller);
    return dryRunRule(deps, body.rule, { days: dryRunDays, visible });
  });
  bind(alerts.get, ({ caller, params }) => getAlert(deps, caller, params.id));
  bind(alerts.acknowledge, ({ caller, params, body, request }) =>
    changeAlert(deps, caller, params.id, {
      move: 'acknowledge',
      claimedBy: body.acknowledgedBy,
      note: body.notes ?? null,
      address: request.ip,
    }),
  );
  bind(alerts.resolve, ({ caller, params, body, request }) =>
    changeAlert(deps, caller, params.id, {
      move: 'resolve',
      claimedBy: body.resolvedBy,
      note: body.resolution,
      address: request.ip,
    }),
  );
  bind(alerts.dismiss, ({ caller, params, body, request }) =>
    changeAlert(deps, caller, params.id, {
      move: 'dismiss',
      claimedBy: body.dismissedBy,
      note: body.reason,
      suppressForMs: body.suppressForMs,
      address: request.ip,
    }),
  );
  bind(alerts.reopen, ({ caller, params, body, request }) =>
    changeAlert(deps, caller, params.id, {
      move: 'reopen',
      claimedBy: body.reopenedBy,
      note: body.reason,
      address: request.ip,
    }),
  );
  bind(alerts.undoAction, ({ caller, params, request }) =>
    undoAction(deps, caller, params.id, request.ip),
  );
  bind(alerts.generateTest, async ({ caller, request, reply }) => {
    await countTest(caller.userId, reply);
    const origin = { address: request.ip, userAgent: readUserAgent(request) };
    const alert = await generateTestAlert(deps, caller, origin);
    reply.status(201);
    return alert;
  });
  bind(alerts.live, async ({ caller, callerNow, reply }) => {
    await countStream(caller.userId, reply);
    const stream = streams.open(caller.userId, callerNow);
    if (!stream) {
      throw new AppError('RATE_LIMIT_EXCEEDED', 'Too many pages follow the alerts. Try again.', {
        retryAfterSeconds: 30,
      });
    }
    reply.header('content-type', 'text/event-stream; charset=utf-8');
    reply.header('cache-control', 'no-store');
    // nginx would hold back what it has not filled a buffer with.
    reply.header('x-accel-buffering', 'no');
    return stream;
  });
  bind(alerts.activity, ({ caller, query }) => listActivity(deps, caller, query));
  bind(listExports.alerts, (call) =>
    deps.exportList(call, {
      name: 'alerts',
      action: 'alert.export',
      columns: alertColumns,
      read: (caller, part) => listAlertsAfter(deps, caller, call.query, part),
    }),
  );
}
