import { type AuditReport, findingCategories } from '@prahari/contract';
import { isMissing } from '../../../../shared/api/refusal.ts';
import { useErrorText } from '../../../../shared/api/use-error-text.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../../shared/routing/Link.tsx';
import { useParams } from '../../../../shared/routing/use-address.ts';
import { Badge, StatusBadge } from '../../../../ui/Badge.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Facts } from '../../../../ui/Facts.tsx';
import { Loading } from '../../../../ui/Loading.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/StateMessage.tsx';
import { auditTones, riskTones } from '../audit-looks.ts';
import { Limitations } from '../CheckText.tsx';
import { FindingDialog } from '../finding/FindingDialog.tsx';
import styles from '../Report.module.css';
import { ComplianceTable, FindingList, Recommendations, SeverityCounts } from '../ReportParts.tsx';
import { ScanningCard } from '../ScanningCard.tsx';
import { useFindingInAddress } from '../use-finding-in-address.ts';
import { isUnderWay, useAuditReport } from '../use-security-audit.ts';
import { CheckGroups } from './CheckGroups.tsx';
import { ReportExport } from './ReportExport.tsx';

const cx = classNames(styles);

/** `/admin/security/audits/:id`: one audit with each check and all findings. */
export function AuditReportPage() {
  const { t } = useText();
  const errorText = useErrorText();
  const { id = '' } = useParams();
  const report = useAuditReport(id);
  const back = <Link to="/admin/security/audits">{t('securityAudit.backToAudits')}</Link>;
  if (report.data) return <ReportView report={report.data} />;
  if (report.isPending) {
    return (
      <Loading label={t('common.loading')}>
        <Skeleton shape="title" />
        <Skeleton shape="block" />
      </Loading>
    );
  }
  if (isMissing(report.error)) {
    return (
      <EmptyState
        wholePage
        title={t('securityAudit.noSuchReport')}
        icon="shield-check"
        action={back}
      >
        {t('securityAudit.noSuchReportText')}
      </EmptyState>
    );
  }
  const { text, reference } = errorText(report.error);
  return (
    <ErrorState
      title={t('securityAudit.reportError')}
      retryLabel={t('common.retry')}
      retrying={report.isFetching}
      onRetry={() => void report.refetch()}
    >
      <span title={reference}>{text}</span>
    </ErrorState>
  );
}

function ReportView({ report }: { readonly report: AuditReport }) {
  const { t } = useText();
  const format = useFormat();
  const finding = useFindingInAddress();
  const { complianceScore } = report.summary;
  const { id, auditType, status, createdAt, limitations, recommendations, findings } = report;
  const title = t('securityAudit.reportOf', { type: t(`securityAudit.type_${auditType}`) });
  return (
    <>
      <PageTitle text={title} />
      <PageHeader
        eyebrow={<Link to="/admin/security/audits">{t('securityAudit.backToAudits')}</Link>}
        title={title}
        description={<Time value={createdAt} />}
        actions={<ReportExport report={report} />}
      />
      <div className={cx('page')}>
        {isUnderWay(status) ? <ScanningCard id={id} /> : null}
        <Summary report={report} />
        <Card title={t('securityAudit.findings')} flush>
          {findings.length === 0 ? (
            <p className={cx('nothing')}>
              {t(
                status === 'completed'
                  ? 'securityAudit.nothingFound'
                  : 'securityAudit.nothingFoundSoFar',
              )}
            </p>
          ) : (
            <div className={cx('inCard')}>
              <FindingList
                label={t('securityAudit.findings')}
                findings={findings}
                onOpen={finding.show}
              />
            </div>
          )}
        </Card>
        <Card title={t('securityAudit.recommendations')}>
          <Recommendations
            heading="h3"
            recommendations={recommendations}
            findings={findings}
            onOpen={finding.show}
          />
        </Card>
        <Card
          title={t('securityAudit.compliance')}
          description={
            complianceScore === null
              ? t('securityAudit.complianceText')
              : `${t('securityAudit.complianceOf', { share: format.percent(complianceScore / 100) })} ${t('securityAudit.complianceText')}`
          }
          flush
        >
          <ComplianceTable complianceStatus={report.complianceStatus} />
        </Card>
        <CheckGroups checks={report.checks} metrics={report.metrics} />
        {limitations.length === 0 ? null : (
          <Card title={t('securityAudit.limitations')}>
            <ul className={cx('limits')}>
              <Limitations limitations={limitations} />
            </ul>
          </Card>
        )}
      </div>
      {finding.shown ? (
        <FindingDialog key={finding.shown} id={finding.shown} onClose={() => finding.show(null)} />
      ) : null}
    </>
  );
}

function Summary({ report }: { readonly report: AuditReport }) {
  const { t } = useText();
  const format = useFormat();
  const { status, summary, metrics, scope, severity, startedAt, endedAt, failure } = report;
  const { trigger, startedByName } = report;
  const { securityScore } = metrics;
  const isRated = status === 'completed' && securityScore !== null;
  const tookMs =
    startedAt && endedAt ? new Date(endedAt).getTime() - new Date(startedAt).getTime() : null;
  return (
    <Card title={t('securityAudit.summary')}>
      <div className={cx('summary')}>
        <p className={cx('bigScore', isRated && riskTones[summary.overallRisk])}>
          <span className={cx('scoreName')}>{t('securityAudit.securityScore')}</span>
          <span className={cx('scoreValue')}>
            {securityScore === null
              ? t('securityAudit.scoreNone')
              : t('securityAudit.scoreOf', { score: format.number(securityScore) })}
          </span>
        </p>
        <div className={cx('summaryFacts')}>
          <div className={cx('badges')}>
            <StatusBadge tone={auditTones[status]}>
              {t(`securityAudit.status_${status}`)}
            </StatusBadge>
            {status === 'completed' ? (
              <Badge tone={riskTones[summary.overallRisk]}>
                {t(`securityAudit.risk_${summary.overallRisk}`)}
              </Badge>
            ) : null}
            <SeverityCounts summary={summary} />
          </div>
          {failure ? (
            <p className={cx('failure')}>{t('securityAudit.failure', { reason: failure })}</p>
          ) : null}
          <Facts
            facts={[
              [
                t('securityAudit.startedAt'),
                startedAt === null ? '–' : <Time key="start" value={startedAt} />,
              ],
              [
                t('securityAudit.duration'),
                tookMs === null ? '–' : format.span(Math.round(tookMs / 1000)),
              ],
              [
                t('securityAudit.startedByFact'),
                trigger === 'schedule'
                  ? t('securityAudit.schedule')
                  : (startedByName ?? t('securityAudit.byPlatform')),
              ],
              [
                t('securityAudit.scope'),
                scope.length === findingCategories.length
                  ? t('securityAudit.allAreas')
                  : scope.map((one) => t(`securityAudit.category_${one}`)).join(', '),
              ],
              [
                t('securityAudit.severity'),
                severity.map((one) => t(`securityAudit.severity_${one}`)).join(', '),
              ],
            ]}
          />
        </div>
      </div>
    </Card>
  );
}
