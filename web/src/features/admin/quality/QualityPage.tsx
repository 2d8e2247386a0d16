import {
  type AnalyticsRange,
  builtInLimits,
  endpoints,
  type QualityDimension,
  type QualityReport,
  qualityDimensions,
  startParts,
} from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { FigureDefinitions } from '../../../domain/reports/FigureTiles.tsx';
import { Freshness, ReportFrame, useReportRange } from '../../../domain/reports/ReportFrame.tsx';
import styles from '../../../domain/reports/Reports.module.css';
import {
  mostRebufferRatio,
  useQualityFigures,
  useStartFigures,
} from '../../../domain/reports/use-quality-figures.ts';
import { useReportAmounts } from '../../../domain/reports/use-report-amounts.ts';
import { useReportPoints } from '../../../domain/reports/use-report-points.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { ChartCard } from '../../../shared/chart/ChartCard.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { FreshControls } from '../../../shared/refresh/FreshControls.tsx';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { FigureBoard } from '../../../shared/tile/FigureBoard.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { Verdict } from '../../../ui/Verdict.tsx';
import { GroupsCard } from './GroupsCard.tsx';
import { splitAttempts } from './split-attempts.ts';

const cx = classNames(styles);
const BY = 'by';
/** Of what learners notice: how long it takes, stands still, fails and is given up. */
const leading = 4;

/** `/admin/quality`: how lessons play, and for which groups of learners they play worst. */
export function QualityPage() {
  const { t } = useText();
  const { range, intervalMs, controls } = useReportRange('quality', '24h');
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get(BY);
  const by = qualityDimensions.find((one) => one === asked) ?? 'system';
  const query = useQuality({ timeRange: range, by }, intervalMs);

  function choose(chosen: QualityDimension) {
    const params = new URLSearchParams(search);
    params.set(BY, chosen);
    navigate({ search: params.toString() }, { replace: true });
  }

  return (
    <>
      <PageTitle text={t('reports.qualityTitle')} />
      <PageHeader
        title={t('reports.qualityTitle')}
        description={t('reports.qualitySubtitle')}
        actions={
          <FreshControls fresh={query.data ? <Freshness report={query.data} /> : null}>
            {controls}
          </FreshControls>
        }
      />
      <ReportFrame query={query} errorTitle={t('reports.loadFailed')}>
        {(report) => <Quality report={report} by={by} onChoose={choose} />}
      </ReportFrame>
    </>
  );
}

interface Asked {
  readonly timeRange: AnalyticsRange;
  readonly by: QualityDimension;
}

/** How lessons play, over time and by groups. */
function useQuality(query: Asked, refetchInterval: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.playbackReports, 'quality', query],
    queryFn: () => api.call(endpoints.playbackReports.quality, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
}

interface QualityProps {
  readonly report: QualityReport;
  readonly by: QualityDimension;
  readonly onChoose: (by: QualityDimension) => void;
}

function Quality({ report, by, onChoose }: QualityProps) {
  const { t } = useText();
  const { count } = useReportAmounts();
  const describe = useQualityFigures();
  const describeStart = useStartFigures();
  const { all } = report;
  // The hour before the range belongs to the groups of the last hour.
  if (all.attempts === 0 && report.groups.length === 0) {
    return (
      <Card>
        <EmptyState title={t('reports.emptyTitle')} icon="chart">
          {t('reports.qualityEmptyText')}
        </EmptyState>
      </Card>
    );
  }
  const attempts = {
    name: t('reports.attempts'),
    value: count(all.attempts),
    note: t('reports.attemptParts', splitAttempts(all)),
    about: t('reports.attemptsAbout'),
  };
  const { longest, parts } = describeStart(all);
  const figures = describe(all);
  const more = [...figures.slice(leading), longest];
  return (
    <>
      <div className={cx('standing')}>
        <PlaybackVerdict all={all} />
        {all.attempts < report.leastAttempts ? (
          <p className={cx('few')}>{t('reports.fewPlays', { count: all.attempts })}</p>
        ) : null}
      </div>
      <FigureBoard
        first={figures.slice(0, leading)}
        others={more}
        title={t('reports.moreFigures')}
      />
      <QualityCharts report={report} />
      <GroupsCard report={report} by={by} onChoose={onChoose} />
      <FigureDefinitions figures={[...figures, longest]} parts={[attempts, ...parts]} />
    </>
  );
}

/** Names the first thing that is wrong: failures by the limit of their alert, then waiting. */
function PlaybackVerdict({ all }: Pick<QualityReport, 'all'>) {
  const { t } = useText();
  const { share } = useReportAmounts();
  const { failureRatio, rebufferRatio } = all;
  if (failureRatio === null) return null;
  const counts = { failed: all.failures, opened: all.attempts };
  if (failureRatio >= builtInLimits.failedPlaybackRatio)
    return <Verdict tone="poor">{t('reports.playsPoorly', counts)}</Verdict>;
  if (rebufferRatio !== null && rebufferRatio >= mostRebufferRatio)
    return (
      <Verdict tone="poor">{t('reports.stallsOften', { share: share(rebufferRatio) })}</Verdict>
    );
  return <Verdict tone="good">{t('reports.playsWell', counts)}</Verdict>;
}

type Point = QualityReport['points'][number];

interface ChartPlan {
  readonly name: string;
  readonly title: string;
  readonly kind?: 'line' | 'stack';
  readonly figures: readonly {
    readonly name: string;
    readonly of: (point: Point) => number | null;
  }[];
  readonly format: (value: number) => string;
  readonly atLeast: number;
  readonly isWhole?: boolean;
}

function QualityCharts({ report }: { readonly report: QualityReport }) {
  const { t } = useText();
  const { share, latency, bitrate, count } = useReportAmounts();
  const makePoints = useReportPoints();
  const points = makePoints(
    report,
    report.points.map(({ timestamp }) => timestamp),
  );
  const charts: readonly ChartPlan[] = [
    {
      name: 'start-time',
      title: t('reports.startTimeChart'),
      figures: [
        { name: t('performance.p95'), of: (point) => point.startP95Ms },
        { name: t('performance.p50'), of: (point) => point.startP50Ms },
      ],
      format: latency,
      atLeast: 100,
    },
    {
      name: 'start-parts',
      title: t('reports.startPartsChart'),
      kind: 'stack',
      figures: startParts.map((part) => ({
        name: t(`reports.part_${part}`),
        of: (point) => point.startParts?.[part] ?? null,
      })),
      format: latency,
      atLeast: 100,
    },
    {
      name: 'rebuffer',
      title: t('reports.rebuffer'),
      figures: [{ name: t('reports.rebuffer'), of: (point) => point.rebufferRatio }],
      format: share,
      // Less is nothing to look at.
      atLeast: 0.01,
    },
    {
      name: 'failures',
      title: t('reports.failuresChart'),
      figures: [
        { name: t('reports.failures'), of: (point) => point.failureRatio },
        { name: t('reports.exits'), of: (point) => point.exitRatio },
      ],
      format: share,
      atLeast: 0.01,
    },
    {
      name: 'bitrate',
      title: t('reports.bitrate'),
      figures: [{ name: t('reports.bitrate'), of: (point) => point.meanKbps }],
      format: bitrate,
      atLeast: 100,
    },
    {
      name: 'dropped',
      title: t('reports.dropped'),
      figures: [{ name: t('reports.dropped'), of: (point) => point.droppedRatio }],
      format: share,
      atLeast: 0.01,
    },
    {
      name: 'attempts',
      title: t('reports.attempts'),
      figures: [{ name: t('reports.attempts'), of: (point) => point.attempts }],
      format: count,
      atLeast: 1,
      isWhole: true,
    },
  ];
  return (
    <div className={cx('charts')}>
      {charts.map(({ name, title, kind = 'line', figures, format, atLeast, isWhole = false }) => (
        <ChartCard
          key={name}
          name={`quality-${name}`}
          title={title}
          kind={kind}
          atLeast={atLeast}
          isWhole={isWhole}
          pointsName={t('performance.when')}
          points={points}
          series={figures.map((figure) => ({
            key: figure.name,
            name: figure.name,
            values: report.points.map(figure.of),
          }))}
          format={format}
        />
      ))}
    </div>
  );
}
