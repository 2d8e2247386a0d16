import { ChartCard } from '../../shared/chart/ChartCard.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { type ReportSteps, useReportPoints } from './use-report-points.ts';

const HOUR_SECONDS = 3600;
const MINUTE_SECONDS = 60;

interface WatchTimeCardProps {
  /** Begins the names of exported files. */
  readonly name: string;
  readonly steps: ReportSteps;
  readonly points: readonly { readonly timestamp: string; readonly watchSeconds: number }[];
  readonly description?: string;
  /** Has the whole width of a page, and needs less height then. */
  readonly isWide?: boolean;
}

/** What was watched over time, in the unit that gives its axis round figures. */
export function WatchTimeCard({
  name,
  steps,
  points,
  description,
  isWide = false,
}: WatchTimeCardProps) {
  const { t } = useText();
  const format = useFormat();
  const makePoints = useReportPoints();
  const most = Math.max(0, ...points.map(({ watchSeconds }) => watchSeconds));
  const isLong = most >= 2 * HOUR_SECONDS;
  const unitSeconds = isLong ? HOUR_SECONDS : MINUTE_SECONDS;
  const title = t(isLong ? 'reports.watchedHours' : 'reports.watchedMinutes');
  return (
    <ChartCard
      name={name}
      title={title}
      description={description}
      kind="bars"
      size={isWide ? 'low' : 'usual'}
      atLeast={1}
      none={t('reports.emptyTitle')}
      pointsName={t('performance.when')}
      points={makePoints(
        steps,
        points.map(({ timestamp }) => timestamp),
      )}
      series={[
        {
          key: 'watched',
          name: title,
          values: points.map(({ watchSeconds }) => watchSeconds / unitSeconds),
        },
      ]}
      format={(value) => format.number(value, Number.isInteger(value) ? 0 : 1)}
    />
  );
}
