import {
  type PerformanceOverview,
  type PerformanceRange,
  type PerformanceSeries,
  performanceRanges,
} from '@prahari/contract';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { FreshControls } from '../../../shared/refresh/FreshControls.tsx';
import { RefreshSelect } from '../../../shared/refresh/RefreshSelect.tsx';
import { useRefreshMode } from '../../../shared/refresh/refresh-modes.ts';
import { Updated } from '../../../shared/refresh/Updated.tsx';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { LoadTestsCard } from './LoadTestsCard.tsx';
import styles from './Performance.module.css';
import { PerformanceFigures, WorkCard } from './PerformanceFigures.tsx';
import { RoutesCard } from './RoutesCard.tsx';
import { usePerformance, usePerformanceSeries } from './use-performance.ts';

const cx = classNames(styles);
const RANGE = 'range';

/** `/admin/performance`: how the installation answers, over a range of time. */
export function PerformancePage() {
  const { t } = useText();
  const refresh = useRefreshMode('performance');
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get(RANGE);
  const range = performanceRanges.find((one) => one === asked) ?? '1h';
  const overview = usePerformance(range, refresh.intervalMs);
  const series = usePerformanceSeries(range, refresh.intervalMs);
  const measuredAt = overview.data?.measuredAt;

  function choose(chosen: PerformanceRange) {
    const params = new URLSearchParams(search);
    params.set(RANGE, chosen);
    navigate({ search: params.toString() }, { replace: true });
  }

  return (
    <>
      <PageTitle text={t('performance.title')} />
      <PageHeader
        title={t('performance.title')}
        description={t('performance.subtitle')}
        actions={
          <FreshControls fresh={measuredAt ? <Updated at={measuredAt} /> : null}>
            <Segmented
              label={t('performance.range')}
              value={range}
              options={performanceRanges.map((value) => ({
                value,
                label: t(`performance.range_${value}`),
              }))}
              onChange={choose}
            />
            <RefreshSelect mode={refresh.mode} onChange={refresh.choose} />
          </FreshControls>
        }
      />
      <Content overview={overview} series={series} />
    </>
  );
}

interface ContentProps {
  readonly overview: ReturnType<typeof usePerformance>;
  readonly series: ReturnType<typeof usePerformanceSeries>;
}

function Content({ overview, series }: ContentProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const error = overview.error ?? series.error;
  if (overview.data && series.data) {
    return (
      <>
        {error ? (
          <p className={cx('stale')} role="status">
            {t('performance.stale')} {errorText(error).text}
          </p>
        ) : null}
        <Figures overview={overview.data} series={series.data} />
      </>
    );
  }
  if (error) {
    const { text, reference } = errorText(error);
    return (
      <ErrorState
        title={t('performance.loadFailed')}
        retryLabel={t('common.retry')}
        retrying={overview.isFetching || series.isFetching}
        onRetry={() => {
          void overview.refetch();
          void series.refetch();
        }}
      >
        <span title={reference}>{text}</span>
      </ErrorState>
    );
  }
  return (
    <Loading label={t('common.loading')}>
      <div className={cx('page')}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    </Loading>
  );
}

interface FiguresProps {
  readonly overview: PerformanceOverview;
  readonly series: PerformanceSeries;
}

function Figures({ overview, series }: FiguresProps) {
  const { t } = useText();
  const isKnown = series.points.some(({ callsPerSecond }) => callsPerSecond !== null);
  return (
    <div className={cx('page')}>
      {isKnown ? (
        <>
          <PerformanceFigures overview={overview} series={series} />
          <WorkCard overview={overview} />
          <RoutesCard routes={overview.routes} />
        </>
      ) : (
        <EmptyState title={t('performance.emptyTitle')} icon="chart">
          {t('performance.emptyText')}
        </EmptyState>
      )}
      <LoadTestsCard />
    </div>
  );
}
