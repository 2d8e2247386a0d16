import {
  endpoints,
  type PlayPlace,
  type VideoReport,
  type VideoRetention,
} from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { FigureTiles } from '../../../domain/reports/FigureTiles.tsx';
import { ReportFrame, useReportRange } from '../../../domain/reports/ReportFrame.tsx';
import styles from '../../../domain/reports/Reports.module.css';
import { useQualityFigures, useStartFigures } from '../../../domain/reports/use-quality-figures.ts';
import { useReportAmounts } from '../../../domain/reports/use-report-amounts.ts';
import { WatchTimeCard } from '../../../domain/reports/WatchTimeCard.tsx';
import { useApi } from '../../../shared/api/api-context.ts';
import { ChartCard } from '../../../shared/chart/ChartCard.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { findLocale } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';

const cx = classNames(styles);

/** How learners watch one video: who, how much, where they leave, and how it plays. */
export function AnalyticsTab({ videoId }: { readonly videoId: string }) {
  const { t } = useText();
  const api = useApi();
  const { range, intervalMs, controls } = useReportRange('video-analytics', '30d');
  const report = useQuery({
    queryKey: [...queryKeys.playbackReports, 'video', videoId, range],
    queryFn: () =>
      api.call(endpoints.playbackReports.video, {
        params: { id: videoId },
        query: { timeRange: range },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: intervalMs,
  });
  return (
    <ReportFrame query={report} errorTitle={t('reports.loadFailed')} controls={controls}>
      {(data) => <Report report={data} />}
    </ReportFrame>
  );
}

function Report({ report }: { readonly report: VideoReport }) {
  const { t } = useText();
  const { count, share, watched } = useReportAmounts();
  const describe = useQualityFigures();
  const describeStart = useStartFigures();
  const { watching, quality } = report;
  if (quality.attempts === 0 && watching.watchSeconds === 0) {
    return (
      <Card>
        <EmptyState title={t('reports.emptyTitle')} icon="chart">
          {t('reports.videoEmptyText')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <FigureTiles
        figures={[
          {
            name: t('reports.starts'),
            value: count(watching.starts),
            about: t('reports.startsAbout'),
          },
          {
            name: t('reports.viewers'),
            value: count(watching.viewers),
            about: t('reports.viewersAbout'),
          },
          {
            name: t('reports.watchTime'),
            value: watched(watching.watchSeconds),
            about: t('reports.watchTimeAbout'),
          },
          {
            name: t('reports.completion'),
            value: share(watching.completionRatio),
            note: t('reports.completedNote', { count: watching.completed }),
            about: t('reports.completionAbout'),
          },
          ...describe(quality),
        ]}
        parts={describeStart(quality).parts}
      />
      <RetentionCard retention={report.retention} timeZone={report.timeZone} />
      <WatchTimeCard name="video-watch-time" steps={report} points={report.points} />
      <PlacesCard
        title={t('reports.districts')}
        column={t('reports.by_district')}
        places={report.districts}
      />
      <PlacesCard
        title={t('reports.kendraTypes')}
        column={t('reports.by_kendra_type')}
        places={report.kendraTypes}
      />
    </>
  );
}

interface RetentionCardProps {
  readonly retention: VideoRetention | null;
  /** Of its days. */
  readonly timeZone: string;
}

function RetentionCard({ retention, timeZone }: RetentionCardProps) {
  const { t, language } = useText();
  const format = useFormat();
  const { share } = useReportAmounts();
  if (retention === null) {
    return (
      <Card title={t('reports.retention')}>
        <EmptyState small title={t('reports.noRetention')} icon="chart" />
      </Card>
    );
  }
  const { parts } = retention;
  const days = new Intl.DateTimeFormat(findLocale(language), { dateStyle: 'medium', timeZone });
  const lengthSeconds = parts[1]?.fromSeconds ?? 0;
  const timeOf = (part: number) => format.duration(part * lengthSeconds);
  const marks = [
    ...retention.dropOffs.map((mark) => ({ ...mark, key: 'reports.dropOff' as const })),
    ...retention.replays.map((mark) => ({ ...mark, key: 'reports.replay' as const })),
  ];
  return (
    <ChartCard
      name="retention"
      title={t('reports.retention')}
      description={`${t('reports.retentionAbout')} ${t('reports.daysSince', { day: days.format(new Date(retention.from)) })}`}
      kind="line"
      atLeast={1}
      pointsName={t('reports.part')}
      points={parts.map(({ fromSeconds }, part) => ({
        key: String(part),
        label: format.duration(fromSeconds),
        name: t('reports.partName', { from: timeOf(part), to: timeOf(part + 1) }),
      }))}
      series={[
        {
          key: 'share',
          name: t('reports.retentionShare'),
          values: parts.map((part) => part.share),
        },
      ]}
      format={share}
    >
      {marks.length === 0 ? null : (
        <ul className={cx('marks')}>
          {marks.map(({ key, part, change }) => (
            <li key={`${key}${part}`}>
              {t(key, { at: timeOf(part), change: share(Math.abs(change)) })}
            </li>
          ))}
        </ul>
      )}
    </ChartCard>
  );
}

interface PlacesCardProps {
  readonly title: string;
  readonly column: string;
  readonly places: readonly PlayPlace[];
}

function PlacesCard({ title, column, places }: PlacesCardProps) {
  const { t } = useText();
  const { count, share, latency, watched } = useReportAmounts();
  return (
    <Card title={title} flush>
      <Table caption={title}>
        <thead>
          <tr>
            <HeaderCell>{column}</HeaderCell>
            <HeaderCell numeric>{t('reports.starts')}</HeaderCell>
            <HeaderCell numeric>{t('reports.watchTime')}</HeaderCell>
            <HeaderCell numeric>{t('reports.startTime')}</HeaderCell>
            <HeaderCell numeric>{t('reports.rebuffer')}</HeaderCell>
            <HeaderCell numeric>{t('reports.failures')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place.name}>
              <Cell>{place.name || t('reports.unknown')}</Cell>
              <Cell numeric>{count(place.starts)}</Cell>
              <Cell numeric>{watched(place.watchSeconds)}</Cell>
              <Cell numeric>{latency(place.startP95Ms)}</Cell>
              <Cell numeric>{share(place.rebufferRatio)}</Cell>
              <Cell numeric>{share(place.failureRatio)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
