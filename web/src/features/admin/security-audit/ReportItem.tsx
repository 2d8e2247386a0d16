import { type AuditReportSummary, auditListLimits } from '@prahari/contract';
import { useId, useState } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Badge, StatusBadge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { auditTones, riskTones } from './audit-looks.ts';
import styles from './Report.module.css';
import { ComplianceTable, FindingList, Recommendations, SeverityCounts } from './ReportParts.tsx';
import { useStarter } from './use-starter.ts';

const cx = classNames(styles);

interface ReportItemProps {
  readonly report: AuditReportSummary;
  /** The audit before it that tested the same, if it is known. */
  readonly before: AuditReportSummary | undefined;
  /** Its score stands above all reports, and it is open at first. */
  readonly isLatest: boolean;
  readonly onOpenFinding: (id: string) => void;
}

/** One audit in the list: its worst findings, what to do first, and compliance. */
export function ReportItem({ report, before, isLatest, onOpenFinding }: ReportItemProps) {
  const { t } = useText();
  const format = useFormat();
  const starter = useStarter();
  const [isOpen, setOpen] = useState(isLatest);
  const panelId = useId();
  const { id, auditType, status, summary, createdAt } = report;
  const type = t(`securityAudit.type_${auditType}`);
  const when = format.dateTime(new Date(createdAt));
  return (
    <li className={cx('report')}>
      <div className={cx('head')}>
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
            <Score report={report} before={before} isLatest={isLatest} />
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

/** The score, which of the latest audit stands above, and how it differs from the one before. */
function Score({
  report,
  before,
  isLatest,
}: Pick<ReportItemProps, 'report' | 'before' | 'isLatest'>) {
  const { t } = useText();
  const format = useFormat();
  const now = report.metrics.securityScore;
  if (now === null) return null;
  const then = before?.metrics.securityScore ?? null;
  const parts = [
    ...(isLatest ? [] : [t('securityAudit.scoredOf', { score: format.number(now) })]),
    ...(before === undefined || then === null
      ? []
      : [describeChange(now - then, format.date(new Date(before.createdAt)))]),
  ];
  return parts.map((part) => ` · ${part}`).join('');

  function describeChange(change: number, when: string) {
    if (change === 0) return t('securityAudit.scoreSame', { when });
    const count = Math.abs(change);
    const key = change > 0 ? 'securityAudit.scoreUp' : 'securityAudit.scoreDown';
    return t(key, { count, text: format.number(count), when });
  }
}

/** Finds the audit before one that tested the same, among all, newest first; other scores can't be compared. */
export function findBefore(
  report: AuditReportSummary,
  all: readonly AuditReportSummary[],
): AuditReportSummary | undefined {
  if (report.status !== 'completed' || report.trigger === 'recheck') return undefined;
  const tested = ({ auditType, scope, severity }: AuditReportSummary) =>
    [auditType, [...scope].sort(), [...severity].sort()].join(' ');
  return all
    .slice(all.indexOf(report) + 1)
    .find(
      (other) =>
        other.status === 'completed' &&
        other.trigger !== 'recheck' &&
        tested(other) === tested(report),
    );
}

function ReportDigest({
  report,
  onOpenFinding,
}: Pick<ReportItemProps, 'report' | 'onOpenFinding'>) {
  const { t } = useText();
  const format = useFormat();
  const { findings, findingCount, recommendations, complianceStatus, failure } = report;
  const { complianceScore } = report.summary;
  const shown = findings.slice(0, auditListLimits.findings);
  return (
    <>
      {failure ? (
        <p className={cx('failure')}>{t('securityAudit.failure', { reason: failure })}</p>
      ) : null}
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
          findings={findings}
          most={auditListLimits.recommendations}
          heading="h4"
          onOpen={onOpenFinding}
        />
      </section>
      <section>
        <h3 className={cx('subtitle')}>{t('securityAudit.compliance')}</h3>
        {complianceScore === null ? null : (
          <p className={cx('muted', 'measured')}>
            {t('securityAudit.complianceOf', { share: format.percent(complianceScore / 100) })}
          </p>
        )}
        <ComplianceTable complianceStatus={complianceStatus} />
      </section>
    </>
  );
}
