import type { AlertStatistics, AlertTimeRange } from '@prahari/contract';
import { ChartCard } from '../../../shared/chart/ChartCard.tsx';
import { makeTimePoints } from '../../../shared/chart/time-points.ts';
import { formatDate } from '../../../shared/format/format.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { findLocale } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';

export interface TrendsCardProps {
  readonly trends: AlertStatistics['recentTrends'];
  readonly range: AlertTimeRange;
}

/** A bar for each hour or day of the time range. */
export function TrendsCard({ trends, range }: TrendsCardProps) {
  const { t, language } = useText();
  const format = useFormat();
  const isHourly = range === '1h' || range === '24h';
  const most = Math.max(0, ...trends.map(({ count }) => count));
  const sum = trends.reduce((total, { count }) => total + count, 0);
  const busiest = trends.find(({ count }) => count === most)?.date ?? '';
  const locale = findLocale(language);
  const hour = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  const write = (time: Date) => (isHourly ? hour.format(time) : formatDate(time, language));
  return (
    <ChartCard
      name="alert-trends"
      title={t('alerts.trends')}
      description={t(isHourly ? 'alerts.trendsByHour' : 'alerts.trendsByDay')}
      kind="bars"
      size="low"
      isWhole
      format={format.number}
      pointsName={t('alerts.trendsWhen')}
      points={makeTimePoints(
        trends.map(({ date }) => date),
        { locale, isDaily: !isHourly, writeName: write },
      )}
      series={[{ key: 'count', name: t('alerts.list'), values: trends.map(({ count }) => count) }]}
      none={t('alerts.trendsNone')}
      summary={
        sum === 0
          ? ''
          : t('alerts.trendsSummary', {
              count: sum,
              time: write(new Date(busiest)),
              most: format.number(most),
            })
      }
    />
  );
}
