import type { FindingDetail } from '@prahari/contract';
import type { ReactNode } from 'react';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Badge, StatusBadge } from '../../../../ui/Badge.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Facts } from '../../../../ui/Facts.tsx';
import { findingTones } from '../audit-looks.ts';
import { CheckText } from '../CheckText.tsx';
import { FindingSeverityBadge, SettingsLink } from '../ReportParts.tsx';
import { EvidenceList } from './Evidence.tsx';
import styles from './Finding.module.css';

const cx = classNames(styles);

/** Everything that is known of a finding: first what it means, then how to fix it, then details. */
export function FindingFacts({ finding }: { readonly finding: FindingDetail }) {
  const { t } = useText();
  const format = useFormat();
  const { checkId, severity, status, category, riskScore, accepted, evidence, remediation } =
    finding;
  const text = (part: 'title' | 'impact' | 'recommendation' | 'howTested') => (
    <p className={cx('text')}>
      <CheckText checkId={checkId} part={part} english={finding[part]} />
    </p>
  );
  return (
    <div className={cx('stack')}>
      <div>
        <div className={cx('badges')}>
          <FindingSeverityBadge severity={severity} />
          <StatusBadge tone={findingTones[status]}>
            {t(`securityAudit.findingStatus_${status}`)}
          </StatusBadge>
          <Badge>{t(`securityAudit.category_${category}`)}</Badge>
          <span className={cx('when')}>
            {t('securityAudit.riskScore')}:{' '}
            <strong>{t('securityAudit.riskOfTen', { score: format.number(riskScore, 1) })}</strong>
          </span>
        </div>
        {accepted ? (
          <p className={cx('accepted')}>
            {t('securityAudit.acceptedNote', {
              name: accepted.byName,
              until: format.date(new Date(accepted.until)),
              reason: accepted.reason,
            })}
          </p>
        ) : null}
      </div>
      <Part title={t('securityAudit.expected')}>{text('title')}</Part>
      <Part title={t('securityAudit.impact')}>{text('impact')}</Part>
      <Part title={t('securityAudit.recommendation')}>
        {text('recommendation')}
        <SettingsLink finding={finding} />
      </Part>
      <Part title={t('securityAudit.evidence')}>
        <EvidenceList evidence={evidence} />
      </Part>
      <Part title={t('securityAudit.remediation')}>
        <Remediation checkId={checkId} remediation={remediation} />
      </Part>
      <Part title={t('securityAudit.howTested')}>{text('howTested')}</Part>
      <Facts facts={useReferences(finding)} />
      <Part title={t('securityAudit.history')}>
        <Timeline timeline={finding.timeline} />
      </Part>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ title, children }: PartProps) {
  return (
    <section>
      <h3 className={cx('subtitle')}>{title}</h3>
      {children}
    </section>
  );
}

function Remediation({ checkId, remediation }: Pick<FindingDetail, 'checkId' | 'remediation'>) {
  const { t } = useText();
  const format = useFormat();
  const { priority, effort, timeline, steps, codeChanges } = remediation;
  const seconds = readTimelineSeconds(timeline);
  return (
    <div className={cx('form')}>
      <Facts
        facts={[
          [t('securityAudit.priority'), t(`securityAudit.horizon_${priority}`)],
          [t('securityAudit.effort'), t(`securityAudit.effort_${effort}`)],
          [
            t('securityAudit.timeline'),
            seconds === null ? (
              <span key="time" lang="en">
                {timeline}
              </span>
            ) : (
              format.span(seconds)
            ),
          ],
        ]}
      />
      {steps.length === 0 ? null : (
        <ol className={cx('steps')} aria-label={t('securityAudit.steps')}>
          {steps.map((step, at) => (
            <li key={step}>
              <CheckText checkId={checkId} part={`step${at + 1}`} english={step} />
            </li>
          ))}
        </ol>
      )}
      {codeChanges.length === 0 ? null : (
        <div>
          <h4 className={cx('minor')}>{t('securityAudit.codeChanges')}</h4>
          <ul className={cx('changes')} lang="en">
            {codeChanges.map(({ file, description }) => (
              <li key={`${file} ${description}`}>
                <code className={cx('code')}>{file}</code>: {description}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const unitSeconds = { hours: 3600, days: 86_400 } as const;

/** Reads a time frame as the server writes it: `7 days`; null where it is written otherwise. */
function readTimelineSeconds(timeline: string): number | null {
  const [, count = '', unit] = /^(\d+) (hours|days)$/.exec(timeline) ?? [];
  if (unit !== 'hours' && unit !== 'days') return null;
  return Number(count) * unitSeconds[unit];
}

function useReferences(finding: FindingDetail): readonly (readonly [string, ReactNode])[] {
  const { t } = useText();
  const { cwe, owasp, asvs, affectedComponents, checkId, resolvedAt } = finding;
  const facts: readonly (readonly [string, ReactNode] | null)[] = [
    [
      t('securityAudit.affected'),
      <code key="affected" className={cx('code')}>
        {affectedComponents.join(', ')}
      </code>,
    ],
    [t('securityAudit.checkId'), checkId],
    cwe.length === 0 ? null : ['CWE', cwe.join(', ')],
    owasp.length === 0 ? null : ['OWASP', owasp.join(', ')],
    asvs.length === 0
      ? null
      : [
          'ASVS 5.0',
          <ul key="asvs" className={cx('ids')}>
            {asvs.map(({ id, level }) => (
              <li key={id}>{t('securityAudit.asvsLevel', { id, level: String(level) })}</li>
            ))}
          </ul>,
        ],
    [t('securityAudit.firstSeen'), <Time key="first" value={finding.firstSeenAt} />],
    [t('securityAudit.lastSeen'), <Time key="last" value={finding.lastSeenAt} />],
    [t('securityAudit.timesSeen'), t('securityAudit.inAudits', { count: finding.timesSeen })],
    resolvedAt === null
      ? null
      : [t('securityAudit.resolvedAt'), <Time key="resolved" value={resolvedAt} />],
  ];
  return facts.filter((fact) => fact !== null);
}

/** What happened to a finding, oldest first. */
function Timeline({ timeline }: Pick<FindingDetail, 'timeline'>) {
  const { t } = useText();
  return (
    <ol className={cx('timeline')}>
      {timeline.map(({ at, kind, byName, note }) => (
        <li key={`${at} ${kind}`} className={cx('step')}>
          <p>
            <span className={cx('stepName')}>{t(`securityAudit.event_${kind}`)}</span>
            <span className={cx('when')}>
              {byName ?? t('securityAudit.byPlatform')} · <Time value={at} />
            </span>
          </p>
          {note ? <p className={cx('note')}>{note}</p> : null}
        </li>
      ))}
    </ol>
  );
}
