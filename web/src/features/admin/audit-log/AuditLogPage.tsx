import { type AuditEntry, endpoints } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { useLocation } from '../../../shared/routing/use-address.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../shared/table/row-source.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { AuditEntryDialog } from './AuditEntryDialog.tsx';
import { useAuditColumns } from './audit-columns.tsx';
import { auditView, buildAuditQuery, isUserId } from './audit-view.ts';
import { findFolds, listShown } from './fold-entries.ts';

const SUBJECT = 'subject';
const idOf = (entry: AuditEntry) => entry.id;
const nameOf = (entry: AuditEntry) => entry.subjectName;
const NO_ENTRIES: readonly AuditEntry[] = [];

/** `/admin/audit-log`: the actions of administrators. `?subject=` filters by one user. */
export function AuditLogPage() {
  const { t } = useText();
  const { search, pathname } = useLocation();
  const subject = new URLSearchParams(search).get(SUBJECT);
  const format = useFormat();
  const [view, setView] = useViewInAddress(auditView);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const log = useAuditLog(view, subject);
  const items = log.data?.items ?? NO_ENTRIES;
  const folds = useMemo(() => findFolds(items), [items]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => listShown(items, folds, unfolded), [items, folds, unfolded]);
  const folding = useMemo(() => {
    const toggle = (id: string) =>
      setUnfolded((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    return { folds, unfolded, toggle };
  }, [folds, unfolded]);
  const columns = useAuditColumns(setOpened, folding);
  const exported = columns.filter(({ filterOnly }) => !filterOnly);
  const { source, stale } = createRowSource(log);
  const all = useListExport('audit-log', log.data?.total ?? 0, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.listExports.auditLog,
      { query: { ...removePaging(buildAuditQuery(view, subject)), format } },
      watch,
    ),
  );

  return (
    <>
      <PageTitle text={t('audit.title')} />
      <PageHeader
        title={t('audit.title')}
        description={isUserId(subject) ? t('audit.onlyAbout') : t('audit.subtitle')}
        actions={
          isUserId(subject) ? (
            <Link to={pathname} className={getButtonClass()}>
              {t('audit.showAll')}
            </Link>
          ) : null
        }
      />
      <Card flush>
        <DataTable
          name="audit-log"
          caption={t('audit.title')}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          headingOf={({ at }) => format.day(new Date(at))}
          source={
            source.kind === 'server' ? { ...source, rows: shown, standFor: items.length } : source
          }
          stale={stale}
          view={view}
          onViewChange={setView}
          search={{ label: t('audit.searchLabel'), placeholder: t('audit.searchPlaceholder') }}
          tools={<ExportControl name="audit-log" columns={exported} records={items} remote={all} />}
          empty={
            <EmptyState title={t('audit.emptyTitle')} icon="shield">
              {t('audit.emptyText')}
            </EmptyState>
          }
          errorTitle={t('audit.errorTitle')}
        />
      </Card>
      {opened ? <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

function useAuditLog(view: TableView, subjectId: string | null) {
  const api = useApi();
  const query = buildAuditQuery(view, subjectId);
  return useQuery({
    queryKey: [...queryKeys.auditLog, query],
    queryFn: () => api.call(endpoints.users.auditLog, { query }),
    placeholderData: keepPreviousData,
    // Acts of the minute before belong in it.
    staleTime: 0,
  });
}
