import { type AnalyticsRange, endpoints, type LearnerDay } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryKeys } from '../../../../domain/query-keys.ts';
import { useReportAmounts } from '../../../../domain/reports/use-report-amounts.ts';
import { useApi } from '../../../../shared/api/api-context.ts';
import { downloadFile } from '../../../../shared/api/download.ts';
import { ExportControl } from '../../../../shared/export/ExportControl.tsx';
import { useListExport } from '../../../../shared/export/use-list-export.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { DataTable } from '../../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../../shared/table/row-source.ts';
import type { TableColumn } from '../../../../shared/table/table-column.ts';
import { firstView } from '../../../../shared/table/table-view.ts';
import { Card } from '../../../../ui/Card.tsx';
import { EmptyState } from '../../../../ui/StateMessage.tsx';

const NO_DAYS: readonly LearnerDay[] = [];

interface LearnerDaysProps {
  readonly userId: string;
  readonly timeRange: AnalyticsRange;
  readonly refetchInterval: number;
}

/** What a learner watched of each video on each day, and all of it as a file. */
export function LearnerDays({ userId: learnerId, timeRange, refetchInterval }: LearnerDaysProps) {
  const { t } = useText();
  const api = useApi();
  const columns = useDayColumns();
  const [view, setView] = useState(firstView);
  const query = { learnerId, timeRange, page: view.page, limit: view.pageSize };
  const days = useQuery({
    queryKey: [...queryKeys.playbackReports, 'learner-days', query],
    queryFn: () => api.call(endpoints.playbackReports.learnerDays, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
  const all = useListExport('learner-days', days.data?.total ?? 0, (from, { format, watch }) =>
    downloadFile(
      from,
      endpoints.listExports.learnerDays,
      { query: { learnerId, timeRange, format } },
      watch,
    ),
  );
  return (
    <Card title={t('reports.days')} flush>
      <DataTable
        name="learner-days"
        caption={t('reports.days')}
        columns={columns}
        rowId={({ day, videoId }) => `${day} ${videoId}`}
        rowName={({ title, videoId }) => title ?? videoId}
        {...createRowSource(days)}
        view={view}
        onViewChange={setView}
        tools={
          <ExportControl
            name="learner-days"
            columns={columns}
            records={days.data?.items ?? NO_DAYS}
            remote={all}
          />
        }
        empty={<EmptyState small title={t('reports.emptyTitle')} icon="film" />}
        errorTitle={t('reports.loadFailed')}
      />
    </Card>
  );
}

function useDayColumns(): readonly TableColumn<LearnerDay>[] {
  const { t } = useText();
  const { count, watched } = useReportAmounts();
  // The writers are made again with the language alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with `t`
  return useMemo(
    () => [
      {
        key: 'title',
        title: t('learner.video'),
        value: ({ title }) => title ?? t('reports.goneVideo'),
        fixed: true,
      },
      {
        key: 'category',
        title: t('videos.category'),
        value: ({ category }) => category ?? '',
        onCard: 'beside',
      },
      {
        key: 'opened',
        title: t('reports.attempts'),
        value: ({ opened }) => opened,
        render: ({ opened }) => count(opened),
        numeric: true,
        unbroken: true,
        onCard: 'labelled',
      },
      {
        key: 'watched',
        title: t('reports.watchTime'),
        value: ({ watchSeconds }) => watchSeconds,
        render: ({ watchSeconds }) => watched(watchSeconds),
        numeric: true,
        unbroken: true,
        onCard: 'labelled',
      },
      {
        key: 'lastAt',
        title: t('learner.watchedAt'),
        value: ({ lastAt }) => lastAt,
        render: ({ lastAt }) => <Time value={lastAt} show="relative" />,
        unbroken: true,
        onCard: 'labelled',
      },
    ],
    [t],
  );
}
