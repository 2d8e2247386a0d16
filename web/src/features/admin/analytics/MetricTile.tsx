import type { AnalyticsMetric, AnalyticsOverview } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import styles from './Analytics.module.css';
import { describeChange } from './metric-change.ts';

const cx = classNames(styles);

export interface FigureTileProps {
  readonly name: string;
  readonly value: string;
  /** Null where there is nothing to say. */
  readonly note: string | null;
  /** How the figure is defined. */
  readonly definition: string;
}

/** One figure, what it says, and how it is defined. Stands in a list of terms. */
export function FigureTile({ name, value, note, definition }: FigureTileProps) {
  const { t } = useText();
  return (
    <div className={cx('tile')}>
      <dt className={cx('name')}>
        {name}
        <Tooltip text={definition}>
          <IconButton compact icon="info" label={t('analytics.definitionOf', { name })} />
        </Tooltip>
      </dt>
      <dd className={cx('value')}>{value}</dd>
      {note === null ? null : <dd className={cx('note')}>{note}</dd>}
    </div>
  );
}

export interface MetricTileProps {
  readonly metric: AnalyticsMetric;
  readonly overview: Pick<AnalyticsOverview, 'metrics' | 'changes' | 'timeRange'>;
}

/** A figure of the overview with its change against the range before. */
export function MetricTile({ metric, overview }: MetricTileProps) {
  const { t } = useText();
  const { metrics, changes, timeRange } = overview;
  const write = useMetricText(metric);
  const value = metrics[metric];
  return (
    <FigureTile
      name={t(`analytics.metric_${metric}`)}
      value={value === null ? '–' : write.value(value)}
      note={write.change(value, changes[metric], timeRange)}
      definition={t(`analytics.define_${metric}`)}
    />
  );
}

function useMetricText(metric: AnalyticsMetric) {
  const { t } = useText();
  const format = useFormat();
  const amount = (value: number) => {
    switch (metric) {
      case 'averageSessionDuration':
        return t('analytics.minutes', { value: format.number(value, value < 10 ? 1 : 0) });
      case 'systemUptime':
        return t('analytics.points', { value: format.number(value, 2) });
      default:
        return format.number(value);
    }
  };
  return {
    value: (value: number) =>
      metric === 'systemUptime' ? format.percent(value / 100, 2) : amount(value),
    change(value: number | null, difference: number | null, range: AnalyticsOverview['timeRange']) {
      const change = describeChange(value, difference);
      if (change.kind === 'unknown') return null;
      const before = t(`analytics.before_${range}`);
      if (change.kind === 'same') return t('analytics.changeNone', { before });
      const sign = change.kind === 'up' ? '+' : '−';
      // A share of a share says little.
      const share = metric === 'systemUptime' ? null : change.share;
      const by = `${sign}${amount(change.amount)}`;
      return share === null
        ? t('analytics.change', { by, before })
        : t('analytics.changeShare', { by, share: `${sign}${format.percent(share)}`, before });
    },
  };
}
