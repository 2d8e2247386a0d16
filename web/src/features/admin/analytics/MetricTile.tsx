import type { AnalyticsMetric, AnalyticsOverview } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Tile } from '../../../shared/tile/Tile.tsx';
import { describeChange } from './metric-change.ts';

/** In percent. With less, learners met a server that was away for minutes of a day. */
const leastUptime = 99;

export interface MetricTileProps {
  readonly metric: AnalyticsMetric;
  readonly overview: Pick<AnalyticsOverview, 'timeRange' | 'metrics' | 'changes' | 'uptime'>;
}

/** A figure of the overview with its change against the range before, or why it is not known. */
export function MetricTile({ metric, overview }: MetricTileProps) {
  const { t } = useText();
  const format = useFormat();
  const { timeRange, metrics, changes, uptime } = overview;
  const write = useMetricText(metric);
  const value = metrics[metric];
  const change = value === null ? null : write.change(value, changes[metric]);
  const measured = metric === 'systemUptime' ? uptime : null;
  const isLow = measured !== null && value !== null && value < leastUptime;
  return (
    <Tile
      name={t(`analytics.metric_${metric}`)}
      value={value === null ? '–' : write.value(value)}
      note={
        (value === null ? write.unknown : null) ??
        (change && t(`analytics.compared_${timeRange}`, { change })) ??
        // What was before the first minute is no time in which it was down.
        (measured &&
          t('analytics.measuredSince', { at: format.dateTime(new Date(measured.since)) }))
      }
      alarm={
        isLow ? t('analytics.downFor', { time: format.span(measured.downMinutes * 60) }) : null
      }
    />
  );
}

function useMetricText(metric: AnalyticsMetric) {
  const { t } = useText();
  const format = useFormat();
  const amount = (value: number) => {
    switch (metric) {
      case 'averageSessionDuration':
        if (value < 1) return t('analytics.seconds', { value: format.number(value * 60) });
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
    unknown:
      metric === 'averageSessionDuration' ? t('analytics.noSession') : t('analytics.notMeasured'),
    change(value: number | null, difference: number | null) {
      const change = describeChange(value, difference);
      if (change.kind === 'unknown') return null;
      if (change.kind === 'same') return t('analytics.changeNone');
      const sign = change.kind === 'up' ? '+' : '−';
      return `${sign}${amount(change.amount)}`;
    },
  };
}
