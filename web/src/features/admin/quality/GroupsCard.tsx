import {
  type QualityDimension,
  type QualityGroup,
  type QualityReport,
  qualityDimensions,
  startParts,
} from '@prahari/contract';
import { useMemo, useState } from 'react';
import { useReportAmounts } from '../../../domain/reports/use-report-amounts.ts';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { firstView } from '../../../shared/table/table-view.ts';
import { Card } from '../../../ui/Card.tsx';
import { Select } from '../../../ui/Select.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';

interface GroupsCardProps {
  readonly report: QualityReport;
  readonly by: QualityDimension;
  readonly onChoose: (by: QualityDimension) => void;
}

/** How lessons play for each group of learners, the worst first. */
export function GroupsCard({ report, by, onChoose }: GroupsCardProps) {
  const { t } = useText();
  const columns = useGroupColumns(report.by);
  const [view, setView] = useState(firstView);
  const nameOf = ({ name }: QualityGroup) => name || t('reports.unknown');
  return (
    <Card
      title={t('reports.groups')}
      description={
        <>
          {t('reports.groupsText', { count: report.leastAttempts })}
          {report.groupsFrom < report.from ? (
            <>
              {' '}
              {t('reports.groupsSince')} <Time value={report.groupsFrom} show="day" />
            </>
          ) : null}
        </>
      }
      actions={
        <Select
          label={t('reports.by')}
          labelHidden
          value={by}
          options={qualityDimensions.map((value) => ({ value, label: t(`reports.by_${value}`) }))}
          onChange={({ target }) => {
            const chosen = qualityDimensions.find((one) => one === target.value);
            if (chosen) onChoose(chosen);
          }}
        />
      }
      flush
    >
      <DataTable
        name="quality-groups"
        caption={t('reports.groups')}
        columns={columns}
        rowId={({ name }) => name}
        rowName={nameOf}
        source={{ kind: 'local', rows: report.groups }}
        stale={report.by !== by}
        view={view}
        onViewChange={setView}
        tools={<ExportControl name="quality-groups" columns={columns} records={report.groups} />}
        empty={<EmptyState small title={t('reports.emptyTitle')} icon="chart" />}
        errorTitle={t('reports.loadFailed')}
      />
    </Card>
  );
}

function useGroupColumns(by: QualityDimension): readonly TableColumn<QualityGroup>[] {
  const { t } = useText();
  const { count, share, latency, bitrate, times } = useReportAmounts();
  // The writers are made again with the language alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with `t`
  return useMemo(() => {
    const figure = (
      key: string,
      title: string,
      value: (group: QualityGroup) => number | null,
      write: (value: number | null) => string,
    ): TableColumn<QualityGroup> => ({
      key,
      title,
      value,
      render: (group) => write(value(group)),
      numeric: true,
      unbroken: true,
      sortable: true,
      onCard: 'labelled',
    });
    return [
      {
        key: 'name',
        title: t(`reports.by_${by}`),
        value: ({ name }) => name,
        render: ({ name }) => name || t('reports.unknown'),
        fixed: true,
        sortable: true,
      },
      {
        ...figure('timesWorse', t('reports.timesWorse'), (group) => group.timesWorse, times),
        render: ({ timesWorse }) =>
          timesWorse === null ? t('reports.notRanked') : times(timesWorse),
      },
      figure('attempts', t('reports.attempts'), (group) => group.attempts, count),
      figure('p50', t('reports.startTimeHalf'), (group) => group.startP50Ms, latency),
      figure('p95', t('reports.startTime'), (group) => group.startP95Ms, latency),
      figure('rebuffer', t('reports.rebuffer'), (group) => group.rebufferRatio, share),
      figure('failures', t('reports.failures'), (group) => group.failureRatio, share),
      figure('exits', t('reports.exits'), (group) => group.exitRatio, share),
      figure('bitrate', t('reports.bitrate'), (group) => group.meanKbps, bitrate),
      figure('dropped', t('reports.dropped'), (group) => group.droppedRatio, share),
      ...startParts.map((part) => {
        const mean = (group: QualityGroup) => {
          const ms = group.startParts?.[part] ?? null;
          return ms === null ? null : Math.round(ms);
        };
        // Nine figures are what fits; exports have all of them.
        return { ...figure(part, t(`reports.start_${part}`), mean, latency), hiddenAtFirst: true };
      }),
    ];
  }, [t, by]);
}
