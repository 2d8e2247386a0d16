import { type ClientErrorGroup, endpoints } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../shared/table/row-source.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Card } from '../../../ui/Card.tsx';
import { ExpandableList } from '../../../ui/ExpandableRow.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { buildClientErrorsQuery, clientErrorsView } from './client-errors-view.ts';
import { ErrorGroupRow } from './ErrorGroupRow.tsx';
import { useClientErrorColumns } from './use-client-error-columns.ts';

const idOf = (group: ClientErrorGroup) => group.id;
const nameOf = (group: ClientErrorGroup) => group.message;
const NONE: readonly ClientErrorGroup[] = [];

/**
 * `/admin/client-errors`: errors in browsers, equal ones as one; `?search=` takes the id that a
 * user gives.
 */
export function ClientErrorsPage() {
  const { t } = useText();
  const api = useApi();
  const columns = useClientErrorColumns();
  const [view, setView] = useViewInAddress(clientErrorsView);
  const query = buildClientErrorsQuery(view);
  const groups = useQuery({
    queryKey: [...queryKeys.clientErrors, 'groups', query],
    queryFn: () => api.call(endpoints.logs.clientErrorGroups, { query }),
    placeholderData: keepPreviousData,
    // A user may be telling the id just now.
    staleTime: 0,
  });
  const items = groups.data?.items ?? NONE;
  const shown = items.reduce((sum, { count }) => sum + count, 0);
  const all = useListExport('client-errors', shown, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.listExports.clientErrors,
      { query: { ...removePaging(query), format } },
      watch,
    ),
  );
  return (
    <>
      <PageTitle text={t('clientErrors.title')} />
      <PageHeader title={t('clientErrors.title')} description={t('clientErrors.subtitle')} />
      <Card flush>
        <DataTable
          name="client-errors"
          caption={t('clientErrors.title')}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          {...createRowSource(groups)}
          view={view}
          onViewChange={setView}
          search={{
            label: t('clientErrors.searchLabel'),
            placeholder: t('clientErrors.searchPlaceholder'),
          }}
          body={(rows) => (
            <ExpandableList label={t('clientErrors.title')}>
              {rows.map((group) => (
                <ErrorGroupRow
                  key={`${group.category} ${group.operation} ${group.message}`}
                  group={group}
                  query={query}
                />
              ))}
            </ExpandableList>
          )}
          tools={
            <ExportControl name="client-errors" columns={columns} records={items} remote={all} />
          }
          empty={
            <EmptyState title={t('clientErrors.emptyTitle')} icon="check">
              {t('clientErrors.emptyText')}
            </EmptyState>
          }
          errorTitle={t('clientErrors.errorTitle')}
        />
      </Card>
    </>
  );
}
