import type { AlertStatistics, AlertTimeRange } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Tile } from '../../../shared/tile/Tile.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Alerts.module.css';
import { usualRange } from './alerts-view.ts';

const cx = classNames(styles);

export interface AlertTilesProps {
  readonly statistics: AlertStatistics;
  readonly range: AlertTimeRange;
}

/**
 * Five numbers of the time range, which stands at the list (specification, section 2); each shows its
 * alerts there.
 */
export function AlertTiles({ statistics, range }: AlertTilesProps) {
  const { t } = useText();
  const format = useFormat();
  const { total, active, bySeverity } = statistics;
  const kept = range === usualRange ? '' : `f.range=${range}`;
  const addressOf = (filter: string) => {
    const search = [kept, filter].filter((part) => part !== '').join('&');
    return search === '' ? '/admin/alerts' : `/admin/alerts?${search}`;
  };
  const tone = (count: number, bad: 'danger' | 'warning') => (count > 0 ? bad : null);
  return (
    <section className={cx('tiles')} aria-label={t('alerts.numbers')}>
      <Tile
        icon="error"
        name={t('alerts.criticalCount')}
        value={format.number(bySeverity.critical)}
        to={addressOf('f.severity=critical')}
        tone={tone(bySeverity.critical, 'danger')}
      />
      <Tile
        icon="warning"
        name={t('alerts.highCount')}
        value={format.number(bySeverity.high)}
        to={addressOf('f.severity=high')}
        tone={tone(bySeverity.high, 'danger')}
      />
      <Tile
        icon="info"
        name={t('alerts.mediumCount')}
        value={format.number(bySeverity.medium)}
        to={addressOf('f.severity=medium')}
        tone={tone(bySeverity.medium, 'warning')}
      />
      <Tile
        icon="bell"
        name={t('alerts.activeCount')}
        value={format.number(active)}
        to={addressOf('f.status=active')}
      />
      <Tile
        icon="log"
        name={t('alerts.totalCount')}
        value={format.number(total)}
        to={addressOf('')}
      />
    </section>
  );
}
