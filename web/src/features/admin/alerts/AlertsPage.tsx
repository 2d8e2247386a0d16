import { type Alert, type AlertRule, type AlertStatistics, endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import { AlertDetail } from './AlertDetail.tsx';
import { AlertList } from './AlertList.tsx';
import styles from './Alerts.module.css';
import { AlertTiles } from './AlertTiles.tsx';
import { alertsView, buildAlertQuery, readOnlyAbout, readRange } from './alerts-view.ts';
import { LiveBadge } from './LiveBadge.tsx';
import { RulesPanel } from './RulesPanel.tsx';
import { TrendsCard } from './TrendsCard.tsx';
import { useAlertList, useAutoRefresh, useOverview, useRefreshAlerts } from './use-alerts.ts';

const cx = classNames(styles);
const DETAIL = 'alert';

/** `/admin/alerts`: the alert management dashboard; `?alert=` opens one alert. */
export function AlertsPage() {
  const { t } = useText();
  const auto = useAutoRefresh();
  return (
    <>
      <PageTitle text={t('alerts.title')} />
      <PageHeader
        title={t('alerts.title')}
        description={
          <>
            {t('alerts.subtitle')} <LiveBadge />
          </>
        }
        actions={
          <>
            <GenerateTest />
            <Button size="compact" icon="clock" aria-pressed={auto.isOn} onClick={auto.toggle}>
              {t(auto.isOn ? 'alerts.autoOn' : 'alerts.autoOff')}
            </Button>
            <RefreshNow />
          </>
        }
      />
      <Content intervalMs={auto.intervalMs} />
    </>
  );
}

function GenerateTest() {
  const { t } = useText();
  const { may } = useRights();
  const api = useApi();
  const refresh = useRefreshAlerts();
  const errorText = useErrorText();
  const generate = useMutation({
    mutationFn: () => api.call(endpoints.alerts.generateTest, {}),
    onSuccess: async () => {
      notify.success(t('alerts.testGenerated'));
      await refresh();
    },
    onError: (error) => notify.error(errorText(error).text),
  });
  if (!may('alerts.write')) return null;
  return (
    <Button
      size="compact"
      icon="test"
      loading={generate.isPending}
      onClick={() => generate.mutate()}
    >
      {t('alerts.generateTest')}
    </Button>
  );
}

function RefreshNow() {
  const { t } = useText();
  const refresh = useRefreshAlerts();
  const [busy, setBusy] = useState(false);

  async function refreshNow() {
    setBusy(true);
    await refresh();
    setBusy(false);
  }

  return (
    <Button size="compact" icon="refresh" loading={busy} onClick={() => void refreshNow()}>
      {t('alerts.refreshNow')}
    </Button>
  );
}

function Content({ intervalMs }: { readonly intervalMs: number | false }) {
  const { t } = useText();
  const errorText = useErrorText();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [view, setView] = useViewInAddress(alertsView);
  const overview = useOverview(readRange(view), intervalMs);
  const query = buildAlertQuery(view, readOnlyAbout(search));
  const list = useAlertList(query, overview, intervalMs);

  function show(id: string | null) {
    const params = new URLSearchParams(search);
    if (id === null) params.delete(DETAIL);
    else params.set(DETAIL, id);
    navigate({ search: params.toString() }, { replace: true });
  }

  const shown = new URLSearchParams(search).get(DETAIL);
  const detail = shown ? <AlertDetail key={shown} id={shown} onClose={() => show(null)} /> : null;
  if (overview.isPending) {
    return (
      <>
        <Shape />
        {detail}
      </>
    );
  }
  const error = overview.data ? list.error : overview.error;
  if (!overview.data || error) {
    return (
      <ErrorState
        title={t('alerts.loadFailed')}
        retryLabel={t('common.retry')}
        retrying={overview.isFetching}
        onRetry={() => void overview.refetch()}
      >
        <span title={errorText(error).reference}>{errorText(error).text}</span>
      </ErrorState>
    );
  }
  return (
    <>
      {overview.isError ? (
        <p className={cx('stale')} role="status">
          {t('alerts.stale')} {errorText(overview.error).text}
        </p>
      ) : null}
      <Dashboard
        statistics={overview.data.statistics}
        rules={overview.data.rules}
        view={view}
        onViewChange={setView}
        list={list}
        onOpen={show}
      />
      {detail}
    </>
  );
}

interface DashboardProps {
  readonly statistics: AlertStatistics;
  readonly rules: readonly AlertRule[];
  readonly view: TableView;
  readonly onViewChange: (view: TableView) => void;
  readonly list: {
    readonly items: readonly Alert[] | undefined;
    readonly total: number;
    readonly isStale: boolean;
  };
  readonly onOpen: (id: string) => void;
}

function Dashboard({ statistics, rules, view, onViewChange, list, onOpen }: DashboardProps) {
  const range = readRange(view);
  return (
    <div className={cx('page')}>
      <AlertTiles statistics={statistics} range={range} />
      <div className={cx('columns')}>
        <AlertList view={view} onViewChange={onViewChange} list={list} onOpen={onOpen} />
        <div className={cx('side')}>
          <div className={cx('within')}>
            <TrendsCard trends={statistics.recentTrends} range={range} />
            <RulesPanel rules={rules} />
          </div>
        </div>
      </div>
    </div>
  );
}

/** The shape of what is on its way. */
function Shape() {
  const { t } = useText();
  return (
    <Loading label={t('common.loading')}>
      <div className={cx('page')}>
        <div className={cx('tiles')}>
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} shape="block" />
          ))}
        </div>
        <div className={cx('columns')}>
          <Card title={t('alerts.list')}>
            <Skeleton shape="block" />
          </Card>
          <div className={cx('side')}>
            <div className={cx('within')}>
              <Card title={t('alerts.trends')}>
                <Skeleton shape="block" />
              </Card>
              <Card title={t('alerts.rules')}>
                <Skeleton shape="block" />
              </Card>
            </div>
          </div>
        </div>
      </div>
    </Loading>
  );
}
