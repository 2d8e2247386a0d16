import type { SecurityDashboard } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Tile } from '../../../shared/tile/Tile.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './SecurityAudit.module.css';

const cx = classNames(styles);

interface QuickStatsProps {
  readonly quickStats: SecurityDashboard['quickStats'];
}

/** Four numbers (specification, section 3); each leads to the findings that it counts. */
export function QuickStats({ quickStats }: QuickStatsProps) {
  const { t } = useText();
  const format = useFormat();
  const { totalFindings, criticalFindings, resolvedFindings, avgResolutionTime } = quickStats;
  return (
    <section className={cx('tiles')} aria-label={t('securityAudit.numbers')}>
      <Tile
        icon="shield-alert"
        name={t('securityAudit.totalFindings')}
        value={format.number(totalFindings)}
        note={t(totalFindings === 0 ? 'securityAudit.noneOpen' : 'securityAudit.totalNote')}
        to="/admin/security/findings"
      />
      <Tile
        icon="error"
        name={t('securityAudit.criticalFindings')}
        value={format.number(criticalFindings)}
        note={t(criticalFindings === 0 ? 'securityAudit.noneOpen' : 'securityAudit.criticalNote')}
        to="/admin/security/findings?f.severity=critical"
        tone={criticalFindings > 0 ? 'danger' : null}
      />
      <Tile
        icon="check-circle"
        name={t('securityAudit.resolvedFindings')}
        value={format.number(resolvedFindings)}
        note={t('securityAudit.resolvedNote')}
        to="/admin/security/findings?f.status=resolved"
      />
      <Tile
        icon="clock"
        name={t('securityAudit.avgResolutionTime')}
        value={
          avgResolutionTime === null
            ? '–'
            : t('securityAudit.days', {
                count: avgResolutionTime,
                text: format.number(avgResolutionTime, 1),
              })
        }
        note={t(avgResolutionTime === null ? 'securityAudit.avgNone' : 'securityAudit.avgNote')}
        to="/admin/security/findings?f.status=resolved"
      />
    </section>
  );
}
