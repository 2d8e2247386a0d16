import type { SecurityDashboard } from '@prahari/contract';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { FigureRow } from '../../../shared/tile/FigureRow.tsx';

/**
 * The score with the last run, then four numbers (specification, section 3); each leads to the
 * findings that it counts.
 */
export function QuickStats({ dashboard }: { readonly dashboard: SecurityDashboard }) {
  const { t } = useText();
  const format = useFormat();
  const { quickStats, securityScore, systemStatus } = dashboard;
  const { totalFindings, criticalFindings, resolvedFindings, avgResolutionTime } = quickStats;
  const { lastScan } = systemStatus;
  return (
    <FigureRow
      label={t('securityAudit.numbers')}
      figures={[
        {
          name: t('securityAudit.securityScore'),
          value:
            securityScore === null
              ? t('securityAudit.scoreNone')
              : t('securityAudit.scoreOf', { score: format.number(securityScore) }),
        },
        {
          name: t('securityAudit.lastRun'),
          value:
            lastScan === null ? (
              t('securityAudit.never')
            ) : (
              <Time value={lastScan} show="relative" />
            ),
        },
        {
          name: t('securityAudit.totalFindings'),
          value: format.number(totalFindings),
          to: '/admin/security/findings',
        },
        {
          name: t('securityAudit.criticalFindings'),
          value: format.number(criticalFindings),
          to: '/admin/security/findings?f.severity=critical',
          tone: criticalFindings > 0 ? 'danger' : null,
        },
        {
          name: t('securityAudit.resolvedFindings'),
          value: format.number(resolvedFindings),
          to: '/admin/security/findings?f.status=resolved',
        },
        {
          name: t('securityAudit.avgResolutionTime'),
          value:
            avgResolutionTime === null
              ? '–'
              : t('securityAudit.days', {
                  count: avgResolutionTime,
                  text: format.number(avgResolutionTime, 1),
                }),
        },
      ]}
    />
  );
}
