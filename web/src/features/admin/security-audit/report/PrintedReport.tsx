import {
  type AuditEvidence,
  type AuditReport,
  complianceFrameworks,
  type Finding,
  findingCategories,
  remediationPriorities,
} from '@prahari/contract';
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import print from '../../../../shared/export/Print.module.css';
import { beginSheet } from '../../../../shared/export/print.ts';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { CheckText, Limitations } from '../CheckText.tsx';
import { useStarter } from '../use-starter.ts';
import styles from './PrintedReport.module.css';

const cx = classNames(styles);

interface PrintedReportProps {
  readonly report: AuditReport;
  /** The print dialog was closed; browsers don't tell whether it printed. */
  readonly onDone: () => void;
}

/** A report with all details on sheets that only the printer sees, and the print dialog over them. */
export function PrintedReport({ report, onDone }: PrintedReportProps) {
  const { t } = useText();
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    const end = beginSheet();
    window.print();
    finish();
    return end;
  }, []);
  return createPortal(
    <article className={`${print['sheet']} ${cx('sheet')}`}>
      <Head report={report} />
      <h2>{t('securityAudit.findings')}</h2>
      {report.findings.length === 0 ? <p>{t('securityAudit.nothingFound')}</p> : null}
      {report.findings.map((finding) => (
        <PrintedFinding key={finding.id} finding={finding} />
      ))}
      <h2>{t('securityAudit.recommendations')}</h2>
      {remediationPriorities.map((horizon) => (
        <section key={horizon}>
          <h3>{t(`securityAudit.todo_${horizon}`)}</h3>
          {report.recommendations[horizon].length === 0 ? (
            <p>{t('securityAudit.nothingToDo')}</p>
          ) : (
            <ul>
              {report.recommendations[horizon].map(({ title, findingId, checkId }) => (
                <li key={`${findingId} ${title}`}>
                  <CheckText checkId={checkId} part="recommendation" english={title} />
                  <br />
                  {t('securityAudit.todoFor')}:{' '}
                  <CheckText
                    checkId={checkId}
                    part="description"
                    english={
                      report.findings.find(({ id }) => id === findingId)?.description ?? checkId
                    }
                  />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <h2>{t('securityAudit.compliance')}</h2>
      <p>{t('securityAudit.complianceText')}</p>
      <PrintedCompliance complianceStatus={report.complianceStatus} />
      <h2>{t('securityAudit.checks')}</h2>
      <PrintedChecks checks={report.checks} />
      {report.limitations.length === 0 ? null : (
        <>
          <h2>{t('securityAudit.limitations')}</h2>
          <ul>
            <Limitations limitations={report.limitations} />
          </ul>
        </>
      )}
    </article>,
    document.body,
  );
}

function Head({ report }: Pick<PrintedReportProps, 'report'>) {
  const { t } = useText();
  const format = useFormat();
  const starter = useStarter();
  const { auditType, createdAt, summary, metrics, scope, status } = report;
  const facts: readonly (readonly [string, string])[] = [
    [t('securityAudit.status'), t(`securityAudit.status_${status}`)],
    [
      t('securityAudit.securityScore'),
      metrics.securityScore === null
        ? t('securityAudit.scoreNone')
        : t('securityAudit.scoreOf', { score: format.number(metrics.securityScore) }),
    ],
    [t('securityAudit.overallRisk'), t(`securityAudit.severity_${summary.overallRisk}`)],
    [
      t('securityAudit.complianceScore'),
      summary.complianceScore === null ? '–' : format.percent(summary.complianceScore / 100),
    ],
    [t('securityAudit.scope'), scope.map((one) => t(`securityAudit.category_${one}`)).join(', ')],
  ];
  return (
    <header>
      <p className={cx('product')}>{t('securityAudit.byPlatform')}</p>
      <h1>{t('securityAudit.reportOf', { type: t(`securityAudit.type_${auditType}`) })}</h1>
      <p>
        {format.dateTime(new Date(createdAt))} · {starter(report)}
      </p>
      <dl className={cx('facts')}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

function PrintedFinding({ finding }: { readonly finding: Finding }) {
  const { t } = useText();
  const format = useFormat();
  const { checkId, severity, status, riskScore, category, evidence, remediation } = finding;
  const say = (part: 'title' | 'description' | 'impact' | 'recommendation' | 'howTested') => (
    <CheckText checkId={checkId} part={part} english={finding[part]} />
  );
  const text = (part: 'impact' | 'recommendation' | 'howTested') => (
    <div>
      <dt>{t(`securityAudit.${part}`)}</dt>
      <dd>{say(part)}</dd>
    </div>
  );
  return (
    <section className={cx('finding')}>
      <h3>{say('description')}</h3>
      <p>
        {t(`securityAudit.severity_${severity}`)} · {t('securityAudit.riskScore')}:{' '}
        {t('securityAudit.riskOfTen', { score: format.number(riskScore, 1) })} ·{' '}
        {t(`securityAudit.category_${category}`)} · {t(`securityAudit.findingStatus_${status}`)}
      </p>
      <dl>
        <div>
          <dt>{t('securityAudit.expected')}</dt>
          <dd>{say('title')}</dd>
        </div>
        {text('impact')}
        {text('recommendation')}
        <div>
          <dt>{t('securityAudit.remediation')}</dt>
          <dd>
            <ol>
              {remediation.steps.map((step, at) => (
                <li key={step}>
                  <CheckText checkId={checkId} part={`step${at + 1}`} english={step} />
                </li>
              ))}
            </ol>
          </dd>
        </div>
        {text('howTested')}
        <div>
          <dt>{t('securityAudit.evidence')}</dt>
          <dd>
            {evidence.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: it never changes, and two may be equal
              <PrintedEvidence key={at} evidence={one} />
            ))}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function PrintedEvidence({ evidence }: { readonly evidence: AuditEvidence }) {
  const { t } = useText();
  const { request, expected, observed } = evidence;
  return (
    <p className={cx('evidence')}>
      {t('securityAudit.evidenceRequest')}: <code>{request}</code>
      <br />
      {t('securityAudit.evidenceExpected')}: <code>{expected}</code>
      <br />
      {t('securityAudit.evidenceObserved')}: <code>{observed}</code>
    </p>
  );
}

function PrintedCompliance({ complianceStatus }: Pick<AuditReport, 'complianceStatus'>) {
  const { t } = useText();
  const format = useFormat();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('securityAudit.standard')}</th>
          <th scope="col">{t('securityAudit.score')}</th>
          <th scope="col">{t('securityAudit.compliant')}</th>
          <th scope="col">{t('securityAudit.partial')}</th>
          <th scope="col">{t('securityAudit.nonCompliant')}</th>
          <th scope="col">{t('securityAudit.notTested')}</th>
          <th scope="col">{t('securityAudit.requirements')}</th>
        </tr>
      </thead>
      <tbody>
        {complianceFrameworks.map((framework) => {
          const one = complianceStatus[framework];
          return (
            <tr key={framework}>
              <td>{t(`securityAudit.framework_${framework}`)}</td>
              <td>{one.score === null ? '–' : format.percent(one.score / 100)}</td>
              <td>{format.number(one.compliant)}</td>
              <td>{format.number(one.partial)}</td>
              <td>{format.number(one.nonCompliant)}</td>
              <td>{format.number(one.notTested)}</td>
              <td>{format.number(one.requirements)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function PrintedChecks({ checks }: Pick<AuditReport, 'checks'>) {
  const { t } = useText();
  const sorted = findingCategories.flatMap((category) =>
    checks.filter((check) => check.category === category),
  );
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('securityAudit.check')}</th>
          <th scope="col">{t('securityAudit.category')}</th>
          <th scope="col">{t('securityAudit.result')}</th>
          <th scope="col">{t('securityAudit.note')}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ id, title, category, status, note }) => (
          <tr key={id}>
            <td>
              {id}: <CheckText checkId={id} part="title" english={title} />
            </td>
            <td>{t(`securityAudit.category_${category}`)}</td>
            <td>{t(`securityAudit.checkStatus_${status}`)}</td>
            <td lang="en">{note ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
