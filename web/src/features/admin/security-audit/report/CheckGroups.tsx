import { type AuditCheckResult, type AuditReport, findingCategories } from '@prahari/contract';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../../ui/Badge.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { checkTones } from '../audit-looks.ts';
import { CheckText } from '../CheckText.tsx';
import { EvidenceList } from '../finding/Evidence.tsx';
import reportStyles from '../Report.module.css';
import { FindingSeverityBadge } from '../ReportParts.tsx';
import styles from './CheckGroups.module.css';

const cx = classNames({ ...reportStyles, ...styles });

/** Each check of an audit by its area: what came of it, how it was done, and what was seen. */
export function CheckGroups({ checks, metrics }: Pick<AuditReport, 'checks' | 'metrics'>) {
  const { t } = useText();
  const format = useFormat();
  const { passed, failed, warnings, notApplicable, notTested, errors } = metrics;
  const counts = { passed, failed, warnings, notApplicable, notTested, errors };
  const written = Object.entries(counts).map(([name, count]) => [name, format.number(count)]);
  const groups = findingCategories.flatMap((category) => {
    const own = checks.filter((check) => check.category === category);
    return own.length > 0 ? [{ category, own }] : [];
  });
  return (
    <Card
      title={`${t('securityAudit.checks')} (${format.number(checks.length)})`}
      description={t('securityAudit.checksText', Object.fromEntries(written))}
      flush
    >
      {groups.map(({ category, own }) => (
        <section key={category} aria-label={t(`securityAudit.category_${category}`)}>
          <h3 className={cx('groupName')}>{t(`securityAudit.category_${category}`)}</h3>
          <ul className={cx('checks')}>
            {own.map((check) => (
              <Check key={check.id} check={check} />
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}

function Check({ check }: { readonly check: AuditCheckResult }) {
  const { t } = useText();
  const format = useFormat();
  const { id, title, status, severity, note, howTested, durationMs, evidence } = check;
  const references = [
    ...check.owasp,
    ...check.cwe,
    ...check.asvs.map((one) => `ASVS ${one.id}`),
  ].join(' · ');
  return (
    <li>
      <details className={cx('check')}>
        <summary className={cx('checkHead')}>
          <StatusBadge tone={checkTones[status]}>
            {t(`securityAudit.checkStatus_${status}`)}
          </StatusBadge>
          <span className={cx('checkTitle')}>
            <CheckText checkId={id} part="title" english={title} />
          </span>
          <FindingSeverityBadge severity={severity} />
          <span className={cx('checkId')}>{id}</span>
        </summary>
        <div className={cx('checkMore')}>
          {note ? <p lang="en">{note}</p> : null}
          <p className={cx('muted')}>
            <CheckText checkId={id} part="howTested" english={howTested} />
          </p>
          <p className={cx('muted')}>
            {references === '' ? null : `${references} · `}
            {t('securityAudit.took')}{' '}
            {durationMs >= 1000
              ? t('securityAudit.seconds', { value: format.number(durationMs / 1000, 1) })
              : t('securityAudit.milliseconds', { value: format.number(durationMs) })}
          </p>
          {evidence.length === 0 ? null : <EvidenceList evidence={evidence} />}
        </div>
      </details>
    </li>
  );
}
