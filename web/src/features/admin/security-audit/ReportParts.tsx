import {
  type AuditReportSummary,
  complianceFrameworks,
  type Finding,
  type FindingSeverity,
  remediationPriorities,
} from '@prahari/contract';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Badge, StatusBadge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { findingTones, severityTones } from './audit-looks.ts';
import { CheckText } from './CheckText.tsx';
import styles from './Report.module.css';

const cx = classNames(styles);

export function FindingSeverityBadge({ severity }: { readonly severity: FindingSeverity }) {
  const { t } = useText();
  return <Badge tone={severityTones[severity]}>{t(`securityAudit.severity_${severity}`)}</Badge>;
}

/** How many findings of each severity there are; those without any are left out. */
export function SeverityCounts({ summary }: Pick<AuditReportSummary, 'summary'>) {
  const { t } = useText();
  const format = useFormat();
  const counts = [
    ['critical', summary.criticalCount],
    ['high', summary.highCount],
    ['medium', summary.mediumCount],
    ['low', summary.lowCount],
    ['informational', summary.informationalCount],
  ] as const;
  return counts.flatMap(([severity, count]) =>
    count === 0 ? (
      []
    ) : (
      <Badge key={severity} tone={severityTones[severity]}>
        {t(`securityAudit.count_${severity}`, { count: format.number(count) })}
      </Badge>
    ),
  );
}

interface FindingListProps {
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly onOpen: (id: string) => void;
}

/** Findings, each with how to mend it; a click opens one with its evidence. */
export function FindingList({ label, findings, onOpen }: FindingListProps) {
  return (
    <ul className={cx('findings')} aria-label={label}>
      {findings.map((finding) => (
        <FindingRow key={finding.id} finding={finding} onOpen={onOpen} />
      ))}
    </ul>
  );
}

interface FindingRowProps extends Pick<FindingListProps, 'onOpen'> {
  readonly finding: Finding;
}

function FindingRow({ finding, onOpen }: FindingRowProps) {
  const { t } = useText();
  const { id, checkId, description, recommendation, severity, category, status } = finding;
  return (
    <li className={cx('finding')}>
      <span className={cx('severity')}>
        <FindingSeverityBadge severity={severity} />
      </span>
      <div>
        <button
          type="button"
          aria-haspopup="dialog"
          className={cx('open')}
          onClick={() => onOpen(id)}
        >
          <CheckText checkId={checkId} part="description" english={description} />
        </button>
        <p className={cx('fix')}>
          <strong>{t('securityAudit.fix')}:</strong>{' '}
          <CheckText checkId={checkId} part="recommendation" english={recommendation} />{' '}
          <SettingsLink finding={finding} />
        </p>
        <p className={cx('meta')}>
          {t(`securityAudit.category_${category}`)}
          {/* Nearly all are open, which says nothing. */}
          {status === 'open' ? null : (
            <StatusBadge tone={findingTones[status]}>
              {t(`securityAudit.findingStatus_${status}`)}
            </StatusBadge>
          )}
        </p>
      </div>
      <Icon name="chevron-right" size={18} className={cx('arrow')} />
    </li>
  );
}

/** How checks call the settings, among files and variables that are no page. */
const settingsNames: readonly string[] = ['System configuration', 'Settings'];

/** Leads to the settings, to their section where it is known, from a finding that they mend. */
export function SettingsLink({ finding }: Pick<FindingRowProps, 'finding'>) {
  const { t } = useText();
  const { may } = useRights();
  const { affectedComponents, remediation } = finding;
  const change = remediation.codeChanges.find(({ file }) => settingsNames.includes(file));
  const isThere = change || affectedComponents.some((part) => settingsNames.includes(part));
  if (!isThere || !may('system.configure')) return null;
  const [, section] = /^(\w+)\.\w+$/.exec(change?.description ?? '') ?? [];
  return (
    <Link
      to={section ? `/admin/system#settings-${section}` : '/admin/system'}
      className={cx('above')}
    >
      {t('securityAudit.openSettings')}
    </Link>
  );
}

interface RecommendationsProps {
  readonly recommendations: AuditReportSummary['recommendations'];
  /** Name what a recommendation is for. */
  readonly findings: readonly Finding[];
  /** So many of each group are shown; all without it. */
  readonly most?: number;
  /** What its headings are below the one above it. */
  readonly heading: 'h3' | 'h4';
  readonly onOpen: (findingId: string) => void;
}

/** What to do, by when, and for which finding. */
export function Recommendations(props: RecommendationsProps) {
  const { recommendations, findings, most, heading: Heading, onOpen } = props;
  const { t } = useText();
  const horizons = remediationPriorities.filter((horizon) => recommendations[horizon].length > 0);
  return (
    <div className={cx('horizons')}>
      {horizons.length === 0 ? (
        <p className={cx('muted')}>{t('securityAudit.nothingToDo')}</p>
      ) : null}
      {horizons.map((horizon) => {
        const all = recommendations[horizon];
        const shown = all.slice(0, most);
        return (
          <section key={horizon} className={cx('horizon')}>
            <Heading className={cx('horizonName')}>{t(`securityAudit.todo_${horizon}`)}</Heading>
            <ul className={cx('todo')}>
              {shown.map(({ title, findingId, checkId }) => (
                <li key={`${findingId} ${title}`}>
                  <CheckText checkId={checkId} part="recommendation" english={title} />
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    className={cx('todoOpen')}
                    onClick={() => onOpen(findingId)}
                  >
                    {t('securityAudit.todoFor')}:{' '}
                    <CheckText
                      checkId={checkId}
                      part="description"
                      // A list has only the worst findings; their texts are in the catalogue too.
                      english={findings.find(({ id }) => id === findingId)?.description ?? checkId}
                    />
                  </button>
                </li>
              ))}
            </ul>
            {all.length > shown.length ? (
              <p className={cx('muted')}>
                {t('securityAudit.moreToDo', { count: all.length - shown.length })}
              </p>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}

/** Each standard with its requirements, counted from checks that ran. */
export function ComplianceTable({
  complianceStatus,
}: Pick<AuditReportSummary, 'complianceStatus'>) {
  const { t } = useText();
  const format = useFormat();
  return (
    <div className={cx('compliance')}>
      <Table caption={t('securityAudit.compliance')}>
        <thead>
          <tr>
            <HeaderCell>{t('securityAudit.standard')}</HeaderCell>
            <HeaderCell numeric>{t('securityAudit.score')}</HeaderCell>
            <HeaderCell numeric>{t('securityAudit.compliant')}</HeaderCell>
            <HeaderCell numeric>{t('securityAudit.partial')}</HeaderCell>
            <HeaderCell numeric>{t('securityAudit.nonCompliant')}</HeaderCell>
            <HeaderCell numeric>{t('securityAudit.notTested')}</HeaderCell>
            <HeaderCell numeric>{t('securityAudit.requirements')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {complianceFrameworks.map((framework) => {
            const { score, compliant, partial, nonCompliant, notTested, requirements } =
              complianceStatus[framework];
            return (
              <tr key={framework}>
                <Cell part="title">{t(`securityAudit.framework_${framework}`)}</Cell>
                <Cell numeric>{score === null ? '–' : format.percent(score / 100)}</Cell>
                <Cell numeric>{format.number(compliant)}</Cell>
                <Cell numeric>{format.number(partial)}</Cell>
                <Cell numeric>{format.number(nonCompliant)}</Cell>
                <Cell numeric>{format.number(notTested)}</Cell>
                <Cell numeric>{format.number(requirements)}</Cell>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
