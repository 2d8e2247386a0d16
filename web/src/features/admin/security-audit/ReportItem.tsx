import { type AuditReportSummary, auditListLimits } from '@prahari/contract';
import { useId, useState } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Badge, StatusBadge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { auditTones, riskTones } from './audit-looks.ts';
import styles from './Report.module.css';
import { ComplianceTable, FindingList, Recommendations, SeverityCounts } from './ReportParts.tsx';
import { useStarter } from './use-starter.ts';

const cx = classNames(styles);

interface ReportItemProps {
  readonly report: AuditReportSummary;
  /** The audit before it that tested the same, if it is known. */
  readonly before: AuditReportSummary | undefined;
  readonly isOpenAtFirst: boolean;
  readonly onOpenFinding: (id: string) => void;
}

/** One audit in the list: its worst findings, what to do first, and compliance. */
export function ReportItem({ report, before, isOpenAtFirst, onOpenFinding }: ReportItemProps) {
  const { t } = useText();
  const format = useFormat();
  const starter = useStarter();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const panelId = useId();
  const { id, auditType, status, summary, createdAt } = report;
  const type = t(`securityAudit.type_${auditType}`);
  const when = format.dateTime(new Date(createdAt));
  return (
    <li className={cx('report')}>
      <div className={cx('head')}>
        <Score report={report} />
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
            <Change report={report} before={before} />
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

/** The score, in the colour of the risk: the two never tell different things. */
function Score({ report: { status, summary, metrics } }: Pick<ReportItemProps, 'report'>) {
  const { t } = useText();
  const format = useFormat();
  const { securityScore } = metrics;
  const isRated = securityScore !== null;
  const score = isRated ? format.number(securityScore) : '–';
  const words = isRated ? t('securityAudit.scoreOf', { score }) : t('securityAudit.scoreNone');
  const tone = status === 'completed' && isRated ? riskTones[summary.overallRisk] : null;
  return (
    <p className={cx('mark', tone)}>
      <span aria-hidden="true">{score}</span>
      {isRated ? (
        <span className={cx('markOf')} aria-hidden="true">
          {t('securityAudit.outOf')}
        </span>
      ) : null}
      <VisuallyHidden>
        {t('securityAudit.securityScore')}: {words}
      </VisuallyHidden>
    </p>
  );
}

/** How the score differs from the one before. */
function Change({ report, before }: Pick<ReportItemProps, 'report' | 'before'>) {
  const { t } = useText();
  const format = useFormat();
  const now = report.metrics.securityScore;
  const then = before?.metrics.securityScore ?? null;
  if (before === undefined || now === null || then === null) return null;
  const count = Math.abs(now - then);
  const when = format.date(new Date(before.createdAt));
  if (count === 0) return ` · ${t('securityAudit.scoreSame', { when })}`;
  const key = now > then ? 'securityAudit.scoreUp' : 'securityAudit.scoreDown';
  return ` · ${t(key, { count, text: format.number(count), when })}`;
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
