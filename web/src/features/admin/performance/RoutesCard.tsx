import type { RoutePerformance } from '@prahari/contract';
import { useMemo, useState } from 'react';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { firstView } from '../../../shared/table/table-view.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { useAmounts } from './use-amounts.ts';

const nameOf = ({ route }: RoutePerformance) => route;

/** How each kind of call was answered, the slowest first. */
export function RoutesCard({ routes }: { readonly routes: readonly RoutePerformance[] }) {
  const { t } = useText();
  const columns = useRouteColumns();
  const [view, setView] = useState(firstView);
  return (
    <Card title={t('performance.routes')} description={t('performance.routesText')} flush>
      <DataTable
        name="performance-routes"
        caption={t('performance.routes')}
        columns={columns}
        rowId={nameOf}
        rowName={nameOf}
        source={{ kind: 'local', rows: routes }}
        view={view}
        onViewChange={setView}
        search={{ label: t('performance.findRoute') }}
        tools={<ExportControl name="performance-routes" columns={columns} records={routes} />}
        empty={<EmptyState small title={t('performance.emptyTitle')} icon="gauge" />}
        errorTitle={t('performance.loadFailed')}
      />
    </Card>
  );
}

function useRouteColumns(): readonly TableColumn<RoutePerformance>[] {
  const { t } = useText();
  const amounts = useAmounts();
  const { latency, rate, share, count } = amounts;
  // The writers change with the language alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with `t`
  return useMemo(() => {
    const figure = (
      key: keyof RoutePerformance,
      title: string,
      value: (one: RoutePerformance) => number | null,
      write: (value: number | null) => string,
    ): TableColumn<RoutePerformance> => ({
      key,
      title,
      value,
      render: (one) => write(value(one)),
      numeric: true,
      unbroken: true,
      sortable: true,
      onCard: 'labelled',
    });
    return [
      {
        key: 'route',
        title: t('performance.route'),
        value: ({ route }) => route,
        render: ({ route }) => <code>{route}</code>,
        fixed: true,
        sortable: true,
        searchable: true,
      },
      figure('p95Ms', t('performance.p95'), ({ p95Ms }) => p95Ms, latency),
      figure('p50Ms', t('performance.p50'), ({ p50Ms }) => p50Ms, latency),
      figure('p99Ms', t('performance.p99'), ({ p99Ms }) => p99Ms, latency),
      figure('count', t('performance.calls'), (one) => one.count, count),
      figure('perSecond', t('performance.throughput'), ({ perSecond }) => perSecond, rate),
      figure('errorRatio', t('performance.errors'), ({ errorRatio }) => errorRatio, share),
      figure('limited', t('performance.limited'), ({ limited }) => limited, count),
    ];
  }, [t]);
}
