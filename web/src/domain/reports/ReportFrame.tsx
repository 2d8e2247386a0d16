import { type AnalyticsRange, analyticsRanges } from '@prahari/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { RefreshSelect } from '../../shared/refresh/RefreshSelect.tsx';
import { useRefreshMode } from '../../shared/refresh/refresh-modes.ts';
import { Updated } from '../../shared/refresh/Updated.tsx';
import { useLocation, useNavigate } from '../../shared/routing/use-address.ts';
import { classNames } from '../../ui/class-names.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import styles from './Reports.module.css';

const cx = classNames(styles);
const RANGE = 'range';

/** The range that the address asks for, how often the page asks again, and the controls of both. */
export function useReportRange(page: string, usual: AnalyticsRange) {
  const { t } = useText();
  const refresh = useRefreshMode(page);
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get(RANGE);
  const range = analyticsRanges.find((one) => one === asked) ?? usual;
  function choose(chosen: AnalyticsRange) {
    const params = new URLSearchParams(search);
    params.set(RANGE, chosen);
    navigate({ search: params.toString() }, { replace: true });
  }
  const controls = (
    <div className={cx('controls')}>
      <Segmented
        label={t('performance.range')}
        value={range}
        options={analyticsRanges.map((value) => ({
          value,
          label: t(`performance.range_${value}`),
        }))}
        onChange={choose}
      />
      <RefreshSelect mode={refresh.mode} onChange={refresh.choose} />
    </div>
  );
  return { range, intervalMs: refresh.intervalMs, controls };
}

interface Fresh {
  readonly countedUpTo: string | null;
}

interface ReportFrameProps<Report extends Fresh> {
  readonly query: UseQueryResult<Report>;
  readonly errorTitle: string;
  /** What a page says besides the reason, where nothing could be loaded. */
  readonly errorNote?: string;
  /** Stand beside how fresh the figures are; a page with a header has both there. */
  readonly controls?: ReactNode;
  readonly children: (report: Report) => ReactNode;
}

/** Shows a report; older figures stay in sight while the server does not answer. */
export function ReportFrame<Report extends Fresh>(props: ReportFrameProps<Report>) {
  const { query, errorTitle, errorNote, controls, children } = props;
  const { t } = useText();
  const errorText = useErrorText();
  const { data, error } = query;
  const failure = error ? errorText(error) : null;
  return (
    <div>
      {controls ? (
        <div className={cx('bar')}>
          <p className={cx('fresh')}>{data ? <Freshness report={data} /> : null}</p>
          {controls}
        </div>
      ) : null}
      {data && failure ? (
        <p className={cx('stale')} role="status">
          {t('performance.stale')} {failure.text}
        </p>
      ) : null}
      {data ? <div className={cx('page')}>{children(data)}</div> : null}
      {!data && failure ? (
        <ErrorState
          title={errorTitle}
          retryLabel={t('common.retry')}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          {errorNote ? (
            <>
              {errorNote}
              <br />
            </>
          ) : null}
          <span title={failure.reference}>{failure.text}</span>
        </ErrorState>
      ) : null}
      {data || failure ? null : (
        <Loading label={t('common.loading')}>
          <div className={cx('page')}>
            <Skeleton shape="block" />
            <Skeleton shape="block" />
          </div>
        </Loading>
      )}
    </div>
  );
}

/** Says up to when a report counts. */
export function Freshness({ report }: { readonly report: Fresh }) {
  const { t } = useText();
  if (report.countedUpTo === null) return t('reports.notCounted');
  return <Updated at={report.countedUpTo} />;
}
