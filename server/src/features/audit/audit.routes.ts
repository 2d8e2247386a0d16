import { endpoints } from '@prahari/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import { findScopePlaces, outOfScope } from '../users/index.ts';
import type { AuditDeps } from './audit.deps.ts';
import { findingColumns } from './findings/finding-columns.rules.ts';
import {
  acceptRisk,
  getFinding,
  listAllFindings,
  listFindingsForExport,
  reopenFinding,
} from './findings/findings.usecases.ts';
import {
  cancelAudit,
  clearAudits,
  describeCompliance,
  getAudit,
  listAudits,
  recheckFinding,
  startAudit,
} from './runs/audits.usecases.ts';
import { describeDashboard, describeMetrics } from './runs/dashboard.usecases.ts';
import { formatSarif } from './runs/sarif.rules.ts';

/** One runs at a time: more starts in a minute are a mistake. */
const startsPerMinute = 6;

export function bindAuditRoutes(bind: Bind, deps: AuditDeps & { readonly version: string }): void {
  const countStart = bind.createRateLimit('security-audits', startsPerMinute);
  const { securityAudit } = endpoints;
  bind(securityAudit.dashboard, ({ caller }) => {
    requireWholeScope(caller);
    return describeDashboard(deps);
  });
  bind(securityAudit.reports, ({ caller, query }) => {
    requireWholeScope(caller);
    return listAudits(deps, query);
  });
  bind(securityAudit.report, ({ caller, params }) => {
    requireWholeScope(caller);
    return getAudit(deps, params.id);
  });
  bind(securityAudit.start, async ({ caller, body, request, reply }) => {
    requireWholeScope(caller);
    await countStart(caller.userId, reply);
    return startAudit(deps, { caller, address: request.ip }, body);
  });
  bind(securityAudit.cancel, ({ caller, params, request }) => {
    requireWholeScope(caller);
    return cancelAudit(deps, { caller, address: request.ip }, params.id);
  });
  bind(securityAudit.clear, ({ caller, request }) => {
    requireWholeScope(caller);
    return clearAudits(deps, { caller, address: request.ip });
  });
  bind(securityAudit.sarif, async ({ caller, params, reply }) => {
    requireWholeScope(caller);
    const report = await getAudit(deps, params.id);
    reply.header('content-type', 'application/sarif+json; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="audit-${report.id}.sarif"`);
    return Buffer.from(formatSarif(report, deps.version));
  });
  bind(securityAudit.findings, ({ caller, query }) => {
    requireWholeScope(caller);
    return listAllFindings(deps, query);
  });
  bind(endpoints.listExports.findings, (call) =>
    deps.exportList(call, {
      name: 'security-findings',
      action: 'finding.export',
      columns: findingColumns,
      read(caller) {
        requireWholeScope(caller);
        const { format: _, ...filter } = call.query;
        return listFindingsForExport(deps, filter);
      },
    }),
  );
  bind(securityAudit.finding, ({ caller, params }) => {
    requireWholeScope(caller);
    return getFinding(deps, params.id);
  });
  bind(securityAudit.recheck, async ({ caller, params, request, reply }) => {
    requireWholeScope(caller);
    await countStart(caller.userId, reply);
    return recheckFinding(deps, { caller, address: request.ip }, params.id);
  });
  bind(securityAudit.accept, ({ caller, params, body, request }) => {
    requireWholeScope(caller);
    return acceptRisk(deps, { caller, address: request.ip }, params.id, body);
  });
  bind(securityAudit.reopen, ({ caller, params, request }) => {
    requireWholeScope(caller);
    return reopenFinding(deps, { caller, address: request.ip }, params.id);
  });
  bind(securityAudit.compliance, ({ caller, query }) => {
    requireWholeScope(caller);
    return describeCompliance(deps, query.framework);
  });
  bind(securityAudit.metrics, ({ caller, query }) => {
    requireWholeScope(caller);
    return describeMetrics(deps, query.timeRange);
  });
}

/** Audits concern the whole installation. @throws AppError 403 out_of_scope */
function requireWholeScope(caller: SessionCaller): void {
  if (findScopePlaces(caller) !== null) throw outOfScope();
}
