import { type AnalyticsRange, analyticsRanges } from '@prahari/contract';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { Freshness } from '../../../domain/reports/ReportFrame.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import styles from './Analytics.module.css';
import { OverviewTab } from './OverviewTab.tsx';
import { SignInsTab } from './SignInsTab.tsx';
import { useAnalyticsOverview, useAutoRefresh, useSignInAnalytics } from './use-analytics.ts';
import { VideosTab } from './VideosTab.tsx';

const cx = classNames(styles);

const tabs = ['overview', 'sign-ins', 'videos'] as const;

/** `/admin/analytics`: figures of a range of time, and how users signed in, and what was watched of each video. */
export function AnalyticsPage() {
  const { t } = useText();
  const autoRefresh = useAutoRefresh();
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search);
  const range = analyticsRanges.find((one) => one === asked.get('range')) ?? '24h';
  const tab = tabs.find((one) => one === asked.get('tab')) ?? 'overview';
  const { interval } = autoRefresh;
  const overview = useAnalyticsOverview(range, interval, tab === 'overview');
  const signIns = useSignInAnalytics(range, interval, tab === 'sign-ins');
  const shown = { overview: overview.data, 'sign-ins': signIns.data, videos: undefined }[tab];

  function change(name: 'range' | 'tab', value: string) {
    const params = new URLSearchParams(search);
    params.set(name, value);
    // Of the list of videos: a page of another list.
    params.delete('page');
    navigate({ search: params.toString() }, { replace: true });
  }

  return (
    <>
      <PageTitle text={t('analytics.title')} />
      <PageHeader
        title={t('analytics.title')}
        description={
          <>
            {t('analytics.subtitle')}{' '}
            {shown ? (
              <span className={cx('fresh')}>
                <Freshness report={shown} />
              </span>
            ) : null}
          </>
        }
      />
      <Tabs
        label={t('analytics.title')}
        beside={
          <Controls
            range={range}
            onChange={(chosen) => change('range', chosen)}
            autoRefresh={autoRefresh}
          />
        }
        value={tab}
        onChange={(value) => change('tab', value)}
        tabs={[
          {
            value: 'overview',
            label: t('analytics.overview'),
            content: <OverviewTab query={overview} />,
          },
          {
            value: 'sign-ins',
            label: t('analytics.signIns'),
            content: <SignInsTab query={signIns} />,
          },
          {
            value: 'videos',
            label: t('reports.videoList'),
            content: <VideosTab range={range} refresh={interval} />,
          },
        ]}
      />
    </>
  );
}

interface ControlsProps {
  readonly range: AnalyticsRange;
  readonly onChange: (range: AnalyticsRange) => void;
  readonly autoRefresh: ReturnType<typeof useAutoRefresh>;
}

/** The range and the refresh of all tabs (specification, section 2). */
function Controls({ range, onChange, autoRefresh }: ControlsProps) {
  const { t } = useText();
  return (
    <div className={cx('controls')}>
      <Segmented<AnalyticsRange>
        label={t('analytics.range')}
        value={range}
        options={analyticsRanges.map((value) => ({ value, label: t(`analytics.range_${value}`) }))}
        onChange={onChange}
      />
      <Checkbox
        label={t('analytics.autoRefresh')}
        checked={autoRefresh.isOn}
        onChange={({ target }) => autoRefresh.choose(target.checked)}
      />
      <RefreshButton />
    </div>
  );
}

function RefreshButton() {
  const { t } = useText();
  const client = useQueryClient();
  const isBusy = useIsFetching({ queryKey: queryKeys.analytics }) > 0;
  return (
    <Button
      size="compact"
      variant="ghost"
      icon="refresh"
      loading={isBusy}
      onClick={() => void client.refetchQueries({ queryKey: queryKeys.analytics, type: 'active' })}
    >
      {t('analytics.refresh')}
    </Button>
  );
}
