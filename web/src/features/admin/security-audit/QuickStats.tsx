import type { SecurityDashboard } from '@prahari/contract';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { FigureRow } from '../../../shared/tile/FigureRow.tsx';

/**
 * The score with the last run, then what is open and what was resolved, with the four numbers of the
 * specification (section 3); each leads to the findings that it counts.
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
          name: t('securityAudit.openFindings'),
          value: format.number(totalFindings),
          ...(criticalFindings > 0
            ? {
                note: t('securityAudit.count_critical', { count: format.number(criticalFindings) }),
                tone: 'danger' as const,
              }
            : {}),
          to: '/admin/security/findings',
        },
        {
          name: t('securityAudit.resolvedFindings'),
          value: format.number(resolvedFindings),
          ...(avgResolutionTime === null
            ? {}
            : {
                note: t('securityAudit.resolvedWithin', {
                  count: avgResolutionTime,
                  text: format.number(avgResolutionTime, 1),
                }),
              }),
          to: '/admin/security/findings?f.status=resolved',
        },
      ]}
    />
  );
}
