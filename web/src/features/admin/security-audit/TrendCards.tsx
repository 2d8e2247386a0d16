import { type PerformanceRange, performanceRanges, type SecurityMetrics } from '@prahari/contract';
import { useState } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { ChartCard } from '../../../shared/chart/ChartCard.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { findLocale } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import styles from './SecurityAudit.module.css';
import { useSecurityMetrics } from './use-security-audit.ts';

const cx = classNames(styles);

/** Scores and findings of each audit, over a time (specification, section 9: 30 days at first). */
export function TrendCards() {
  const { t } = useText();
  const errorText = useErrorText();
  const [range, setRange] = useState<PerformanceRange>('30d');
  const metrics = useSecurityMetrics(range);
  return (
    <section className={cx('trends')} aria-label={t('performance.overTime')}>
      <div className={cx('trendsHead')}>
        <h2 className={cx('trendsTitle')}>{t('performance.overTime')}</h2>
        <Segmented
          label={t('securityAudit.range')}
          value={range}
          options={performanceRanges.map((value) => ({
            value,
            label: t(`performance.range_${value}`),
          }))}
          onChange={setRange}
        />
      </div>
      {metrics.data ? <Charts metrics={metrics.data} /> : null}
      {!metrics.data && metrics.isError ? (
        <ErrorState
          title={t('securityAudit.loadFailed')}
          retryLabel={t('common.retry')}
          retrying={metrics.isFetching}
          onRetry={() => void metrics.refetch()}
        >
          {errorText(metrics.error).text}
        </ErrorState>
      ) : null}
      {metrics.isPending ? <Skeleton shape="block" /> : null}
    </section>
  );
}

function Charts({ metrics }: { readonly metrics: SecurityMetrics }) {
  const { t, language } = useText();
  const format = useFormat();
  const locale = findLocale(language);
  const short = new Intl.DateTimeFormat(
    locale,
    metrics.timeRange === '1h' || metrics.timeRange === '24h'
      ? { hour: 'numeric', minute: '2-digit' }
      : { day: 'numeric', month: 'short' },
  );
  const points = metrics.points.map(({ at, auditId, auditType }) => ({
    key: auditId,
    label: short.format(new Date(at)),
    name: `${format.dateTime(new Date(at))} · ${t(`securityAudit.type_${auditType}`)}`,
  }));
  const severities = ['critical', 'high', 'medium', 'low'] as const;
  const isEmpty = points.length === 0;
  return (
    <div className={cx('charts')}>
      <ChartCard
        name="security-score"
        title={t('securityAudit.trend')}
        kind="line"
        isWhole
        atLeast={100}
        pointsName={t('securityAudit.trendWhen')}
        points={points}
        series={[
          {
            key: 'score',
            name: t('securityAudit.securityScore'),
            values: metrics.points.map(({ securityScore }) => securityScore),
          },
          {
            key: 'compliance',
            name: t('securityAudit.complianceScore'),
            values: metrics.points.map(({ complianceScore }) => complianceScore),
          },
        ]}
        format={format.number}
        {...(isEmpty ? { none: t('securityAudit.trendNone') } : {})}
      />
      <ChartCard
        name="security-findings"
        title={t('securityAudit.trendFindings')}
        kind="bars"
        isWhole
        pointsName={t('securityAudit.trendWhen')}
        points={points}
        series={severities.map((severity) => ({
          key: severity,
          name: t(`securityAudit.severity_${severity}`),
          values: metrics.points.map((point) => point[severity]),
        }))}
        format={format.number}
        none={t(isEmpty ? 'securityAudit.trendNone' : 'securityAudit.trendClean')}
        summary={t('securityAudit.trendText', {
          opened: format.number(metrics.opened),
          resolved: format.number(metrics.resolved),
        })}
      />
    </div>
  );
}
