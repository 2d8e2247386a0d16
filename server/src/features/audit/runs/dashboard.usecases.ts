import type { PerformanceRange, SecurityDashboard, SecurityMetrics } from '@prahari/contract';
import type { AuditDeps } from '../audit.deps.ts';
import { findNextScan } from '../engine/schedule.rules.ts';
import { countFindings } from '../findings/findings.repository.ts';
import {
  findLastRuns,
  findLastSummary,
  findRunUnderWay,
  listEndedRuns,
} from './runs.repository.ts';

const hourMs = 3_600_000;
const rangeMs: Readonly<Record<PerformanceRange, number>> = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
  '90d': 90 * 24 * hourMs,
};
const mostPoints = 200;

/** Describes findings in numbers, and when audits run. */
export async function describeDashboard({
  db,
  clock,
  systemConfig,
  timeZone,
}: Pick<AuditDeps, 'db' | 'clock' | 'systemConfig' | 'timeZone'>): Promise<SecurityDashboard> {
  const { autoScan, autoScanDaily } = systemConfig.current().security;
  const [counts, last, summary, runningAuditId] = await Promise.all([
    countFindings(db),
    findLastRuns(db),
    findLastSummary(db),
    findRunUnderWay(db),
  ]);
  const next = findNextScan({
    now: clock.now(),
    last: last.scheduled,
    isDaily: autoScanDaily,
    timeZone,
  });
  return {
    quickStats: {
      totalFindings: counts.total,
      criticalFindings: counts.critical,
      resolvedFindings: counts.resolved,
      avgResolutionTime: counts.avgDays,
    },
    systemStatus: {
      lastScan: last.ended?.toISOString() ?? null,
      autoScanEnabled: autoScan,
      scanFrequency: autoScanDaily ? 'daily' : 'weekly',
      nextScheduledScan: autoScan ? next.toISOString() : null,
      runningAuditId: runningAuditId ?? null,
    },
    securityScore: summary?.securityScore ?? null,
  };
}

/** Lists scores and findings over time. */
export async function describeMetrics(
  { db, clock }: Pick<AuditDeps, 'db' | 'clock'>,
  timeRange: PerformanceRange,
): Promise<SecurityMetrics> {
  const to = clock.now();
  const from = new Date(to.getTime() - rangeMs[timeRange]);
  const [runs, counts] = await Promise.all([
    listEndedRuns(db, { from, to, atMost: mostPoints }),
    countFindings(db, { from, to }),
  ]);
  return {
    timeRange,
    from: from.toISOString(),
    to: to.toISOString(),
    points: runs.flatMap(({ id, audit_type, ended_at, summary }) =>
      ended_at && summary
        ? [
            {
              at: ended_at.toISOString(),
              auditId: id,
              auditType: audit_type,
              securityScore: summary.securityScore,
              complianceScore: summary.complianceScore,
              critical: summary.counts.critical,
              high: summary.counts.high,
              medium: summary.counts.medium,
              low: summary.counts.low,
            },
          ]
        : [],
    ),
    opened: counts.opened,
    resolved: counts.resolved,
    avgResolutionTime: counts.avgDays,
  };
}
