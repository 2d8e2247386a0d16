import type { AnalyticsMetric, AnalyticsOverview } from '@prahari/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Definition, Definitions } from '../../../domain/reports/Definitions.tsx';
import { ReportFrame } from '../../../domain/reports/ReportFrame.tsx';
import { useReportAmounts } from '../../../domain/reports/use-report-amounts.ts';
import { useReportPoints } from '../../../domain/reports/use-report-points.ts';
import { WatchTimeCard } from '../../../domain/reports/WatchTimeCard.tsx';
import { ChartCard } from '../../../shared/chart/ChartCard.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Tile, Tiles } from '../../../shared/tile/Tile.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import styles from './Analytics.module.css';
import { joinSteps } from './chart-steps.ts';
import { MetricTile } from './MetricTile.tsx';
import { RecentEventsCard } from './RecentEventsCard.tsx';

const cx = classNames(styles);

/** Specification, section 2: the last so many points, which hold the whole range. */
const shownPoints = 7;
const shownPlaces = 6;

const cardMetrics = [
  'totalUsers',
  'activeUsers',
  'totalUploads',
  'averageSessionDuration',
] as const satisfies readonly AnalyticsMetric[];
const metrics = [
  ...cardMetrics,
  'successfulUploads',
  'failedUploads',
  'systemUptime',
  'totalTeams',
] as const satisfies readonly AnalyticsMetric[];

interface OverviewTabProps {
  readonly query: UseQueryResult<AnalyticsOverview>;
}

/** The figures of a range with their charts and the latest events. */
export function OverviewTab({ query }: OverviewTabProps) {
  const { t } = useText();
  return (
    <ReportFrame
      query={query}
      errorTitle={t('analytics.errorTitle')}
      errorNote={t('analytics.loadFailed')}
    >
      {(data) => (isEmpty(data) ? <Empty /> : <Figures overview={data} />)}
    </ReportFrame>
  );
}

/** Tells whether there are no users and no uploads to have figures of. */
const isEmpty = ({ metrics, realTimeEvents }: AnalyticsOverview) =>
  metrics.totalUsers === 0 && metrics.totalUploads === 0 && realTimeEvents.length === 0;

function Empty() {
  const { t } = useText();
  return (
    <EmptyState title={t('analytics.emptyTitle')} icon="chart">
      {t('analytics.emptyText')}
    </EmptyState>
  );
}

function Figures({ overview }: { readonly overview: AnalyticsOverview }) {
  const { t } = useText();
  return (
    <div className={cx('page')}>
      <Tiles inRow="five">
        <WatchTimeTile overview={overview} />
        {cardMetrics.map((metric) => (
          <MetricTile key={metric} metric={metric} overview={overview} />
        ))}
      </Tiles>
      <WatchTimeCard
        name="watch-time"
        steps={overview}
        points={overview.chartData.watching}
        isWide
        description={t(`analytics.by_${overview.stepLength}`, { zone: overview.timeZone })}
      />
      <Charts overview={overview} />
      <div className={cx('panels')}>
        <Card title={t('analytics.uploadPerformance')}>
          <UploadPerformance overview={overview} />
        </Card>
        <Card title={t('analytics.systemMetrics')} description={t('analytics.systemMetricsText')}>
          <Tiles isWithinCard>
            <MetricTile metric="systemUptime" overview={overview} />
            <MetricTile metric="totalTeams" overview={overview} />
          </Tiles>
        </Card>
      </div>
      <Definitions>
        <Definition name={t('reports.watchTime')} about={t('reports.watchTimeAbout')} />
        {metrics.map((metric) => (
          <Definition
            key={metric}
            name={t(`analytics.metric_${metric}`)}
            about={t(`analytics.define_${metric}`)}
          />
        ))}
        <Definition name={t('analytics.otherUploads')} about={t('analytics.defineOtherUploads')} />
      </Definitions>
      <RecentEventsCard events={overview.realTimeEvents} />
    </div>
  );
}

/** What all the rest is for: how much was watched. */
function WatchTimeTile({ overview }: { readonly overview: AnalyticsOverview }) {
  const { t } = useText();
  const { count, watched } = useReportAmounts();
  const { watching } = overview.chartData;
  const starts = watching.reduce((sum, point) => sum + point.starts, 0);
  const seconds = watching.reduce((sum, point) => sum + point.watchSeconds, 0);
  return (
    <Tile
      name={t('reports.watchTime')}
      value={watched(seconds)}
      note={t('analytics.plays', { starts, shown: count(starts) })}
    />
  );
}

function UploadPerformance({ overview }: { readonly overview: AnalyticsOverview }) {
  const { t } = useText();
  const format = useFormat();
  const { totalUploads, successfulUploads, failedUploads } = overview.metrics;
  const underWay = totalUploads - successfulUploads - failedUploads;
  const ended = successfulUploads + failedUploads;
  const share = ended === 0 ? null : successfulUploads / ended;
  return (
    <div className={cx('uploads')}>
      <Tiles isWithinCard>
        <MetricTile metric="successfulUploads" overview={overview} />
        <MetricTile metric="failedUploads" overview={overview} />
        <Tile
          name={t('analytics.otherUploads')}
          value={format.number(underWay)}
          note={t('analytics.otherUploadsNote')}
        />
      </Tiles>
      {share === null ? null : (
        <ProgressBar
          label={t('analytics.successRate')}
          value={share}
          valueText={format.percent(share, 1)}
        />
      )}
    </div>
  );
}

/** As much as fits under a bar; the full name is in the tooltip and in the table. */
const shorten = (name: string) => (name.length > 14 ? `${name.slice(0, 13).trimEnd()}…` : name);

function Charts({ overview }: { readonly overview: AnalyticsOverview }) {
  const { t } = useText();
  const format = useFormat();
  const { chartData, stepLength } = overview;
  const makePoints = useReportPoints();
  const write = (steps: readonly { readonly timestamp: string }[]) =>
    makePoints(
      overview,
      steps.map(({ timestamp }) => timestamp),
    );
  const { points: latest, size } = joinSteps(chartData.userGrowth, shownPoints);
  const uploads = joinSteps(chartData.uploadActivity, shownPoints).points;
  const places = chartData.geographicDistribution.slice(0, shownPlaces);
  const nameOf = (label: string) => (label === '' ? t('analytics.noDistrict') : label);
  const unit = stepLength === '5min' ? 5 : 1;
  const covered = t(`analytics.covered_${stepLength}`, {
    total: chartData.userGrowth.length * unit,
    size: size * unit,
  });
  const pointsName = t(size === 1 ? 'analytics.when' : 'analytics.from');
  const common = {
    isWhole: true,
    format: (value: number) => format.number(value),
  } as const;
  return (
    <div className={cx('charts')}>
      <ChartCard
        {...common}
        name="user-growth"
        title={t('analytics.userGrowth')}
        description={covered}
        kind="line"
        pointsName={pointsName}
        points={write(latest)}
        series={[
          {
            key: 'users',
            name: t('analytics.newUsers'),
            values: latest.map(({ value }) => value),
          },
        ]}
        none={t('analytics.noNewUsers')}
      />
      <ChartCard
        {...common}
        name="upload-activity"
        title={t('analytics.uploadActivity')}
        description={covered}
        kind="bars"
        pointsName={pointsName}
        points={write(uploads)}
        series={[
          {
            key: 'uploads',
            name: t('analytics.uploads'),
            values: uploads.map(({ value }) => value),
          },
        ]}
        none={t('analytics.noUploads')}
      />
      <ChartCard
        {...common}
        name="geographic-distribution"
        title={t('analytics.geography')}
        description={t('analytics.geographyText')}
        kind="bars"
        pointsName={t('analytics.district')}
        points={places.map(({ label }) => {
          return { key: label, label: shorten(nameOf(label)), name: nameOf(label) };
        })}
        series={[
          {
            key: 'users',
            name: t('analytics.metric_activeUsers'),
            values: places.map(({ value }) => value),
          },
        ]}
        none={t('analytics.noActiveUsers')}
      />
    </div>
  );
}
