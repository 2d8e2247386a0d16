import {
  type AnalyticsRange,
  type CallInput,
  endpoints,
  type ReportedVideo,
  reportedVideoSortKeys,
} from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useReportAmounts } from '../../../domain/reports/use-report-amounts.ts';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../shared/table/row-source.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';

type ListQuery = NonNullable<CallInput<typeof endpoints.playbackReports.videos>['query']>;

type Figure =
  | 'starts'
  | 'viewers'
  | 'watchSeconds'
  | 'completionRatio'
  | 'rebufferRatio'
  | 'failureRatio'
  | 'exitRatio';

const videosView: ViewDefinition = {
  filters: { category: 'text' },
  sortKeys: reportedVideoSortKeys,
};

const idOf = (video: ReportedVideo) => video.id;
const nameOf = (video: ReportedVideo) => video.title;
const NO_VIDEOS: readonly ReportedVideo[] = [];

interface VideosTabProps {
  readonly range: AnalyticsRange;
  readonly refresh: number | false;
}

/** Videos with how much was watched of each and how they play; each leads to its own report. */
export function VideosTab({ range, refresh }: VideosTabProps) {
  const { t } = useText();
  const columns = useReportedColumns(range);
  const [view, setView] = useViewInAddress(videosView);
  const query = buildQuery(view, range);
  const videos = useReportedVideos(query, refresh);
  const items = videos.data?.items ?? NO_VIDEOS;
  const all = useListExport('video-reports', videos.data?.total ?? 0, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.listExports.reportedVideos,
      { query: { ...removePaging(query), format } },
      watch,
    ),
  );
  return (
    <Card title={t('reports.videoList')} description={t('reports.videoListText')} flush>
      <DataTable
        name="video-reports"
        caption={t('reports.videoList')}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        {...createRowSource(videos)}
        view={view}
        onViewChange={setView}
        search={{ label: t('reports.findVideo'), placeholder: t('reports.findVideo') }}
        tools={
          <ExportControl name="video-reports" columns={columns} records={items} remote={all} />
        }
        empty={
          <EmptyState small title={t('reports.noVideos')} icon="film">
            {t('reports.noVideosText')}
          </EmptyState>
        }
        errorTitle={t('reports.loadFailed')}
      />
    </Card>
  );
}

function buildQuery(
  { search, filters, sort, page, pageSize }: TableView,
  timeRange: AnalyticsRange,
): ListQuery {
  const category = filters['category']?.value;
  const sortBy = reportedVideoSortKeys.find((key) => key === sort?.key);
  return {
    timeRange,
    page,
    limit: pageSize,
    ...(search === '' ? {} : { search }),
    ...(typeof category === 'string' ? { category } : {}),
    ...(sort && sortBy ? { sortBy, sortOrder: sort.order } : {}),
  };
}

function useReportedVideos(query: ListQuery, refetchInterval: number | false) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.analytics, 'videos', query],
    queryFn: () => api.call(endpoints.playbackReports.videos, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
}

function useReportedColumns(range: AnalyticsRange): readonly TableColumn<ReportedVideo>[] {
  const { t } = useText();
  const { count, share, watched } = useReportAmounts();
  const { may } = useRights();
  // A video's page is for those who edit videos.
  const isLinked = may('videos.write');
  // The writers are made again with the language alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with `t`
  return useMemo(() => {
    const figure = (
      key: Figure,
      title: string,
      write: (value: number | null) => string,
      isSortable = true,
    ): TableColumn<ReportedVideo> => ({
      key,
      title,
      value: (video) => video[key],
      render: (video) => write(video[key]),
      numeric: true,
      unbroken: true,
      sortable: isSortable,
      onCard: 'labelled',
    });
    return [
      {
        key: 'title',
        title: t('videos.videoTitle'),
        value: ({ title }) => title,
        render: ({ id, title }) =>
          isLinked ? (
            <Link to={`/admin/videos/${id}?tab=analytics&range=${range}`}>{title}</Link>
          ) : (
            title
          ),
        sortable: true,
        fixed: true,
      },
      {
        key: 'category',
        title: t('videos.category'),
        value: ({ category }) => category,
        filter: { kind: 'text' },
      },
      figure('starts', t('reports.starts'), count),
      figure('viewers', t('reports.viewers'), count),
      figure('watchSeconds', t('reports.watchTime'), watched),
      figure('completionRatio', t('reports.completion'), share),
      figure('rebufferRatio', t('reports.rebuffer'), share),
      figure('failureRatio', t('reports.failures'), share),
      figure('exitRatio', t('reports.exits'), share, false),
    ];
  }, [t, isLinked, range]);
}
