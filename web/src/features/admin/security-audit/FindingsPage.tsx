import {
  complianceFrameworks,
  type Finding,
  findingCategories,
  findingSeverities,
  findingStatuses,
} from '@prahari/contract';
import { useCallback, useMemo } from 'react';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { findChosen } from '../../../shared/table/filter.ts';
import { createRowSource } from '../../../shared/table/row-source.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { findingTones } from './audit-looks.ts';
import { CheckText } from './CheckText.tsx';
import { FindingDialog } from './finding/FindingDialog.tsx';
import styles from './Report.module.css';
import { FindingSeverityBadge } from './ReportParts.tsx';
import { useCheckText } from './use-check-text.ts';
import { useFindingInAddress } from './use-finding-in-address.ts';
import { type FindingsQuery, useFindings, useFindingsExport } from './use-security-audit.ts';

const cx = classNames(styles);
/** The views of the findings; the order is fixed, the worst and latest first. */
const findingsView: ViewDefinition = {
  filters: { status: 'select', severity: 'select', category: 'select', framework: 'select' },
  sortKeys: [],
  // Specification, section 9.
  pageSize: 50,
};

const NONE: readonly Finding[] = [];
const idOf = (finding: Finding) => finding.id;

/** `/admin/security/findings`: what audits found, with filters; `?finding=` opens one. */
export function FindingsPage() {
  const { t } = useText();
  const [view, setView] = useViewInAddress(findingsView);
  const finding = useFindingInAddress();
  const query = buildFindingsQuery(view);
  const findings = useFindings(query);
  const all = useFindingsExport(query, findings.data?.total ?? 0);
  const nameOf = useFindingName();
  const columns = useFindingColumns(finding.show, nameOf);
  return (
    <>
      <PageTitle text={t('securityAudit.findingsTitle')} />
      <PageHeader
        eyebrow={<Link to="/admin/security/audits">{t('securityAudit.backToAudits')}</Link>}
        title={t('securityAudit.findingsTitle')}
        description={t('securityAudit.findingsSubtitle')}
      />
      <Card flush>
        <DataTable
          name="security-findings"
          caption={t('securityAudit.findingsTitle')}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          {...createRowSource(findings)}
          view={view}
          onViewChange={setView}
          onOpen={({ id }) => finding.show(id)}
          tools={
            <ExportControl
              name="security-findings"
              columns={columns}
              records={findings.data?.items ?? NONE}
              remote={all}
            />
          }
          empty={
            <EmptyState title={t('securityAudit.noFindingsTitle')} icon="shield-check">
              {t('securityAudit.noFindingsText')}
            </EmptyState>
          }
          errorTitle={t('securityAudit.findingsError')}
        />
      </Card>
      {finding.shown ? (
        <FindingDialog key={finding.shown} id={finding.shown} onClose={() => finding.show(null)} />
      ) : null}
    </>
  );
}

function useFindingName(): (finding: Finding) => string {
  const say = useCheckText();
  return useCallback(
    ({ checkId, description }) => say({ checkId, part: 'description', english: description }),
    [say],
  );
}

function useFindingColumns(
  onOpen: (id: string) => void,
  nameOf: (finding: Finding) => string,
): readonly TableColumn<Finding>[] {
  const { t } = useText();
  const format = useFormat();
  const say = useCheckText();
  return useMemo(() => {
    const severityOf = ({ severity }: Finding) => t(`securityAudit.severity_${severity}`);
    return [
      {
        key: 'severity',
        title: t('securityAudit.severity'),
        value: severityOf,
        render: ({ severity }) => <FindingSeverityBadge severity={severity} />,
        unbroken: true,
        filter: {
          kind: 'select',
          options: findingSeverities.map((value) => ({
            value,
            label: t(`securityAudit.severity_${value}`),
          })),
        },
      },
      {
        key: 'title',
        title: t('securityAudit.titleColumn'),
        value: nameOf,
        render: ({ id, checkId, title, description }) => (
          <div>
            <button type="button" className={cx('cellOpen')} onClick={() => onOpen(id)}>
              <CheckText checkId={checkId} part="description" english={description} />
            </button>
            <p className={cx('muted')}>
              {t('securityAudit.expected')}:{' '}
              <CheckText checkId={checkId} part="title" english={title} />
            </p>
          </div>
        ),
        fixed: true,
      },
      {
        // Below the finding in the table; a column of its own in exports.
        key: 'expected',
        title: t('securityAudit.expected'),
        value: ({ checkId, title }) => say({ checkId, part: 'title', english: title }),
        hiddenAtFirst: true,
        onCard: 'nowhere',
      },
      {
        key: 'category',
        title: t('securityAudit.category'),
        value: ({ category }) => t(`securityAudit.category_${category}`),
        filter: {
          kind: 'select',
          options: findingCategories.map((value) => ({
            value,
            label: t(`securityAudit.category_${value}`),
          })),
        },
      },
      {
        key: 'riskScore',
        title: t('securityAudit.riskScore'),
        value: ({ riskScore }) => riskScore,
        render: ({ riskScore }) => format.number(riskScore, 1),
        numeric: true,
        onCard: 'labelled',
      },
      {
        key: 'status',
        title: t('securityAudit.status'),
        value: ({ status }) => t(`securityAudit.findingStatus_${status}`),
        render: ({ status }) => (
          <StatusBadge tone={findingTones[status]}>
            {t(`securityAudit.findingStatus_${status}`)}
          </StatusBadge>
        ),
        unbroken: true,
        filter: {
          kind: 'select',
          options: findingStatuses.map((value) => ({
            value,
            label: t(`securityAudit.findingStatus_${value}`),
          })),
        },
      },
      {
        key: 'framework',
        title: t('securityAudit.references'),
        value: ({ cwe, owasp, asvs }) => [...owasp, ...cwe, ...asvs.map(({ id }) => `ASVS ${id}`)],
        hiddenAtFirst: true,
        onCard: 'nowhere',
        filter: {
          kind: 'select',
          title: t('securityAudit.framework'),
          options: complianceFrameworks.map((value) => ({
            value,
            label: t(`securityAudit.framework_${value}`),
          })),
        },
      },
      {
        key: 'firstSeenAt',
        title: t('securityAudit.firstSeen'),
        value: ({ firstSeenAt }) => firstSeenAt,
        render: ({ firstSeenAt }) => <Time value={firstSeenAt} show="date" />,
        unbroken: true,
        onCard: 'labelled',
      },
      {
        key: 'lastSeenAt',
        title: t('securityAudit.lastSeen'),
        value: ({ lastSeenAt }) => lastSeenAt,
        render: ({ lastSeenAt }) => <Time value={lastSeenAt} show="relative" />,
        unbroken: true,
        onCard: 'labelled',
      },
    ];
  }, [t, format, say, onOpen, nameOf]);
}

/** The call's query for a view. */
function buildFindingsQuery({ filters, page, pageSize }: TableView): FindingsQuery {
  const [status] = findChosen(filters['status'], findingStatuses) ?? [];
  const [severity] = findChosen(filters['severity'], findingSeverities) ?? [];
  const [category] = findChosen(filters['category'], findingCategories) ?? [];
  const [framework] = findChosen(filters['framework'], complianceFrameworks) ?? [];
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(status ? { status } : {}),
    ...(severity ? { severity } : {}),
    ...(category ? { category } : {}),
    ...(framework ? { framework } : {}),
  };
}
