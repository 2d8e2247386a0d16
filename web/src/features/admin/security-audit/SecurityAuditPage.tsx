import type { AuditReportSummary, SecurityDashboard } from '@prahari/contract';
import { type ReactNode, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { FreshControls } from '../../../shared/refresh/FreshControls.tsx';
import { RefreshSelect } from '../../../shared/refresh/RefreshSelect.tsx';
import { useRefreshMode } from '../../../shared/refresh/refresh-modes.ts';
import { Updated } from '../../../shared/refresh/Updated.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { AuditActs, useStartAudit } from './AuditActs.tsx';
import { AuditConfiguration, selectAsType } from './AuditConfiguration.tsx';
import { FindingDialog } from './finding/FindingDialog.tsx';
import { QuickStats } from './QuickStats.tsx';
import { findBefore, ReportItem } from './ReportItem.tsx';
import { ScanningCard } from './ScanningCard.tsx';
import styles from './SecurityAudit.module.css';
import { SystemStatusCard } from './SystemStatusCard.tsx';
import { TrendCards } from './TrendCards.tsx';
import { useFindingInAddress } from './use-finding-in-address.ts';
import {
  isUnderWay,
  useAuditReports,
  useRefreshAtEnd,
  useRefreshLater,
  useSecurityDashboard,
} from './use-security-audit.ts';

const cx = classNames(styles);

/** `/admin/security/audits`: the security audit dashboard; `?finding=` opens one finding. */
export function SecurityAuditPage() {
  const { t } = useText();
  const refresh = useRefreshMode('security-audit');
  const finding = useFindingInAddress();
  const [chosen, setChosen] = useState(() => selectAsType('COMPREHENSIVE'));
  const dashboard = useSecurityDashboard(refresh.intervalMs);
  const reports = useAuditReports(refresh.intervalMs);
  const start = useStartAudit(useRefreshLater());
  const ended = listEnded(reports.data?.reports ?? []);
  return (
    <>
      <PageTitle text={t('securityAudit.title')} />
      <PageHeader
        title={t('securityAudit.title')}
        description={t('securityAudit.subtitle')}
        actions={
          <FreshControls
            fresh={
              dashboard.data ? (
                <Updated at={new Date(dashboard.dataUpdatedAt).toISOString()} />
              ) : null
            }
          >
            <RefreshSelect mode={refresh.mode} onChange={refresh.choose} />
            <AuditActs
              start={start}
              chosen={chosen}
              isRunning={typeof dashboard.data?.systemStatus.runningAuditId === 'string'}
              canClear={ended.length > 0}
            />
          </FreshControls>
        }
      />
      {start.isError ? (
        <div className={cx('notice')}>
          <ErrorNotice error={start.error} />
        </div>
      ) : null}
      <Content
        dashboard={dashboard}
        reports={reports}
        configuration={
          <AuditConfiguration
            chosen={chosen}
            onChoose={(next) => {
              start.reset();
              setChosen(next);
            }}
          />
        }
        onOpenFinding={finding.show}
      />
      {finding.shown ? (
        <FindingDialog key={finding.shown} id={finding.shown} onClose={() => finding.show(null)} />
      ) : null}
    </>
  );
}

interface ContentProps {
  readonly dashboard: ReturnType<typeof useSecurityDashboard>;
  readonly reports: ReturnType<typeof useAuditReports>;
  readonly configuration: ReactNode;
  readonly onOpenFinding: (id: string) => void;
}

function Content({ dashboard, reports, configuration, onOpenFinding }: ContentProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const error = dashboard.error ?? reports.error;
  if (dashboard.data && reports.data) {
    return (
      <>
        {error ? (
          <p className={cx('stale')} role="status">
            {t('securityAudit.stale')} {errorText(error).text}
          </p>
        ) : null}
        <Dashboard
          dashboard={dashboard.data}
          reports={reports.data.reports}
          configuration={configuration}
          onOpenFinding={onOpenFinding}
        />
      </>
    );
  }
  if (error) {
    const { text, reference } = errorText(error);
    return (
      <ErrorState
        title={t('securityAudit.errorTitle')}
        retryLabel={t('common.retry')}
        retrying={dashboard.isFetching || reports.isFetching}
        onRetry={() => {
          void dashboard.refetch();
          void reports.refetch();
        }}
      >
        {t('securityAudit.loadFailed')}
        <br />
        <span title={reference}>{text}</span>
      </ErrorState>
    );
  }
  return (
    <Loading label={t('common.loading')}>
      <div className={cx('page')}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    </Loading>
  );
}

interface DashboardProps extends Pick<ContentProps, 'configuration' | 'onOpenFinding'> {
  readonly dashboard: SecurityDashboard;
  readonly reports: readonly AuditReportSummary[];
}

/** The audits that are over; one that runs stands apart. */
function listEnded(reports: readonly AuditReportSummary[]) {
  return reports.filter(({ status }) => !isUnderWay(status));
}

function Dashboard({ dashboard, reports, configuration, onOpenFinding }: DashboardProps) {
  const { t } = useText();
  const { runningAuditId } = dashboard.systemStatus;
  useRefreshAtEnd(runningAuditId);
  const ended = listEnded(reports);
  // Nothing has ended yet, and what runs stands above.
  const isFirst = ended.length === 0 && runningAuditId !== null;
  const first = ended.find(({ trigger }) => trigger !== 'recheck')?.id;
  return (
    <div className={cx('page')}>
      <QuickStats dashboard={dashboard} />
      {runningAuditId === null ? null : <ScanningCard id={runningAuditId} />}
      <div className={cx('columns')}>
        <div className={cx('main')}>
          {isFirst ? null : (
            <Card title={t('securityAudit.reports')} flush>
              {ended.length === 0 ? (
                <EmptyState title={t('securityAudit.emptyTitle')} icon="shield-check">
                  {t('securityAudit.emptyText')}
                </EmptyState>
              ) : (
                <ul className={cx('reports')}>
                  {ended.map((report) => (
                    <ReportItem
                      key={report.id}
                      report={report}
                      before={findBefore(report, ended)}
                      isLatest={report.id === first}
                      onOpenFinding={onOpenFinding}
                    />
                  ))}
                </ul>
              )}
            </Card>
          )}
        </div>
        <div className={cx('side')}>
          {configuration}
          <SystemStatusCard dashboard={dashboard} />
        </div>
      </div>
      <TrendCards />
    </div>
  );
}
