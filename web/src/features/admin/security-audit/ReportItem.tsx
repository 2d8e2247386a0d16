import { type AuditReportSummary, auditListLimits } from '@prahari/contract';
import { useId, useState } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Badge, StatusBadge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { auditTones, judgeScore, riskTones } from './audit-looks.ts';
import styles from './Report.module.css';
import { ComplianceTable, FindingList, Recommendations, SeverityCounts } from './ReportParts.tsx';
import { useStarter } from './use-starter.ts';

const cx = classNames(styles);

interface ReportItemProps {
  readonly report: AuditReportSummary;
  readonly isOpenAtFirst: boolean;
  readonly onOpenFinding: (id: string) => void;
}

/** One audit in the list: its worst findings, what to do first, and compliance. */
export function ReportItem({ report, isOpenAtFirst, onOpenFinding }: ReportItemProps) {
  const { t } = useText();
  const format = useFormat();
  const starter = useStarter();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const panelId = useId();
  const { id, auditType, status, summary, metrics, createdAt } = report;
  const type = t(`securityAudit.type_${auditType}`);
  const when = format.dateTime(new Date(createdAt));
  return (
    <li className={cx('report')}>
      <div className={cx('head')}>
        <span className={cx('mark', judgeScore(metrics.securityScore))} aria-hidden="true">
          {metrics.securityScore === null ? '–' : format.number(metrics.securityScore)}
        </span>
        <div className={cx('words')}>
          <button
            type="button"
            className={cx('toggle')}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            aria-label={t('securityAudit.detailsOf', { type, when })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('securityAudit.reportOf', { type })}
          </button>
          <p className={cx('muted')}>
            <Time value={createdAt} /> · {starter(report)}
          </p>
        </div>
        <div className={cx('badges')}>
          {status === 'completed' ? (
            <Badge tone={riskTones[summary.overallRisk]}>
              {t(`securityAudit.risk_${summary.overallRisk}`)}
            </Badge>
          ) : null}
          <SeverityCounts summary={summary} />
          {status === 'completed' ? null : (
            <StatusBadge tone={auditTones[status]}>
              {t(`securityAudit.status_${status}`)}
            </StatusBadge>
          )}
        </div>
        <Icon name="chevron-down" size={18} className={cx('arrow', isOpen && 'up')} />
      </div>
      {isOpen ? (
        <div id={panelId} className={cx('panel')}>
          <ReportDigest report={report} onOpenFinding={onOpenFinding} />
          <p>
            <Link
              to={`/admin/security/audits/${id}`}
              aria-label={t('securityAudit.openReportOf', { type, when })}
            >
              {t('securityAudit.openReport')}
            </Link>
          </p>
        </div>
      ) : null}
    </li>
  );
}

function ReportDigest({
  report,
  onOpenFinding,
}: Pick<ReportItemProps, 'report' | 'onOpenFinding'>) {
  const { t } = useText();
  const format = useFormat();
  const { findings, findingCount, recommendations, complianceStatus, failure } = report;
  const { securityScore } = report.metrics;
  const shown = findings.slice(0, auditListLimits.findings);
  return (
    <>
      {failure ? (
        <p className={cx('failure')}>{t('securityAudit.failure', { reason: failure })}</p>
      ) : null}
      <p className={cx('scores')}>
        <span>
          {t('securityAudit.securityScore')}:{' '}
          <strong>
            {securityScore === null
              ? t('securityAudit.scoreNone')
              : t('securityAudit.scoreOf', { score: format.number(securityScore) })}
          </strong>
        </span>
        <span>
          {t('securityAudit.complianceScore')}:{' '}
          <strong>
            {report.summary.complianceScore === null
              ? '–'
              : format.percent(report.summary.complianceScore / 100)}
          </strong>
        </span>
      </p>
      <section>
        <h3 className={cx('subtitle')}>
          {t('securityAudit.findings')} ({format.number(findingCount)})
        </h3>
        {shown.length === 0 ? (
          <p className={cx('muted')}>
            {t(
              report.status === 'completed'
                ? 'securityAudit.nothingFound'
                : 'securityAudit.nothingFoundSoFar',
            )}
          </p>
        ) : (
          <FindingList
            label={t('securityAudit.findings')}
            findings={shown}
            onOpen={onOpenFinding}
          />
        )}
        {findingCount > shown.length ? (
          <p className={cx('muted', 'more')}>
            {t('securityAudit.moreFindings', { count: findingCount - shown.length })}
          </p>
        ) : null}
      </section>
      <section>
        <h3 className={cx('subtitle')}>{t('securityAudit.recommendations')}</h3>
        <Recommendations
          recommendations={recommendations}
          most={auditListLimits.recommendations}
          heading="h4"
          onOpen={onOpenFinding}
        />
      </section>
      <section>
        <h3 className={cx('subtitle')}>{t('securityAudit.compliance')}</h3>
        <ComplianceTable complianceStatus={complianceStatus} />
      </section>
    </>
  );
}
