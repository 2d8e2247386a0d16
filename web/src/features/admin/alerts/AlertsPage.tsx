import { endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { AlertDetail } from './AlertDetail.tsx';
import { AlertList } from './AlertList.tsx';
import styles from './Alerts.module.css';
import { alertsView, buildAlertQuery, readOnlyAbout, readRange } from './alerts-view.ts';
import { LiveBadge } from './LiveBadge.tsx';
import { RulesPanel } from './RulesPanel.tsx';
import { TrendsCard } from './TrendsCard.tsx';
import { useAlertList, useAutoRefresh, useOverview, useRefreshAlerts } from './use-alerts.ts';

const cx = classNames(styles);
const DETAIL = 'alert';
const TAB = 'tab';
const LIST = 'list';
const RULES = 'rules';

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
      />
      <Content auto={auto} />
    </>
  );
}

/** What the specification has beside the list; the page refreshes itself without any of it. */
function Controls({ auto }: { readonly auto: ReturnType<typeof useAutoRefresh> }) {
  const { t } = useText();
  return (
    <div className={cx('controls')}>
      <GenerateTest />
      <Button
        size="compact"
        variant="ghost"
        icon="clock"
        aria-pressed={auto.isOn}
        onClick={auto.toggle}
      >
        {t(auto.isOn ? 'alerts.autoOn' : 'alerts.autoOff')}
      </Button>
      <RefreshNow />
    </div>
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
      variant="ghost"
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
    <Button
      size="compact"
      variant="ghost"
      icon="refresh"
      loading={busy}
      onClick={() => void refreshNow()}
    >
      {t('alerts.refreshNow')}
    </Button>
  );
}

function Content({ auto }: { readonly auto: ReturnType<typeof useAutoRefresh> }) {
  const { t } = useText();
  const errorText = useErrorText();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [view, setView] = useViewInAddress(alertsView);
  const range = readRange(view);
  const overview = useOverview(range, auto.intervalMs);
  const list = useAlertList(buildAlertQuery(view, readOnlyAbout(search)), auto.intervalMs);

  function put(name: string, value: string | null) {
    const params = new URLSearchParams(search);
    if (value === null) params.delete(name);
    else params.set(name, value);
    navigate({ search: params.toString() }, { replace: true });
  }

  const asked = new URLSearchParams(search);
  const shown = asked.get(DETAIL);
  const detail = shown ? (
    <AlertDetail key={shown} id={shown} onClose={() => put(DETAIL, null)} />
  ) : null;
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
        onRetry={() => void Promise.all([overview.refetch(), list.refetch()])}
      >
        <span title={errorText(error).reference}>{errorText(error).text}</span>
      </ErrorState>
    );
  }
  const { statistics, rules } = overview.data;
  return (
    <>
      {overview.isError ? (
        <p className={cx('stale')} role="status">
          {t('alerts.stale')} {errorText(overview.error).text}
        </p>
      ) : null}
      <Tabs
        label={t('alerts.title')}
        beside={<Controls auto={auto} />}
        value={asked.get(TAB) === RULES ? RULES : LIST}
        onChange={(value) => put(TAB, value === RULES ? RULES : null)}
        tabs={[
          {
            value: LIST,
            label: t('alerts.list'),
            content: (
              <AlertList
                view={view}
                onViewChange={setView}
                list={list}
                statistics={statistics}
                onOpen={(id) => put(DETAIL, id)}
              />
            ),
          },
          {
            value: RULES,
            label: t('alerts.rulesTab'),
            content: (
              <div className={cx('page')}>
                <TrendsCard trends={statistics.recentTrends} range={range} />
                <RulesPanel rules={rules} />
              </div>
            ),
          },
        ]}
      />
      {detail}
    </>
  );
}

/** The shape of what is on its way. */
function Shape() {
  const { t } = useText();
  return (
    <Loading label={t('common.loading')}>
      <div className={cx('page')}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    </Loading>
  );
}
