import { endpoints, type SecurityIncident } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IncidentDetail } from './IncidentDetail.tsx';
import { SecurityTable } from './SecurityTable.tsx';
import { useIncidentColumns } from './security-columns.tsx';
import { buildIncidentsQuery, incidentsView, readUser } from './security-view.ts';

const DETAIL = 'incident';

/**
 * Incidents that players reported, newest first; `?incident=` opens one, `?user=` filters by one
 * learner.
 */
export function IncidentsTab() {
  const { t } = useText();
  const api = useApi();
  const navigate = useNavigate();
  const { search } = useLocation();
  const columns = useIncidentColumns();
  const [view, setView] = useViewInAddress(incidentsView);
  const query = buildIncidentsQuery(view, readUser(search));
  const list = useQuery({
    queryKey: [...queryKeys.security, 'incidents', query],
    queryFn: () => api.call(endpoints.security.incidents, { query }),
    placeholderData: keepPreviousData,
  });
  const all = useListExport('security-incidents', list.data?.total ?? 0, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.listExports.incidents,
      { query: { ...removePaging(query), format } },
      watch,
    ),
  );

  function show(id: string | null) {
    const params = new URLSearchParams(search);
    if (id === null) params.delete(DETAIL);
    else params.set(DETAIL, id);
    navigate({ search: params.toString() }, { replace: true });
  }

  const shown = new URLSearchParams(search).get(DETAIL);
  return (
    <>
      <SecurityTable<SecurityIncident>
        name="incidents"
        columns={columns}
        list={list}
        all={all}
        view={view}
        onViewChange={setView}
        search={{
          label: t('security.searchLearnerLabel'),
          placeholder: t('users.searchPlaceholder'),
        }}
        actions={(row) => (
          <IconButton
            compact
            icon="visibility"
            label={t('security.detailsOf', { name: row.user.name })}
            onClick={() => show(row.id)}
          />
        )}
      />
      {shown ? <IncidentDetail id={shown} onClose={() => show(null)} /> : null}
    </>
  );
}
