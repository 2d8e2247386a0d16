import { endpoints, type SecurityIncident } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { IncidentDetail } from './IncidentDetail.tsx';
import { SecurityTable } from './SecurityTable.tsx';
import { useIncidentColumns } from './security-columns.tsx';
import { buildIncidentsQuery, hidesLow, incidentsView, LOW, readUser } from './security-view.ts';

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
  const show = useCallback(
    (id: string | null) => {
      const params = new URLSearchParams(search);
      if (id === null) params.delete(DETAIL);
      else params.set(DETAIL, id);
      navigate({ search: params.toString() }, { replace: true });
    },
    [navigate, search],
  );
  const open = useCallback(({ id }: SecurityIncident) => show(id), [show]);
  const columns = useIncidentColumns(open);
  const [view, setView] = useViewInAddress(incidentsView);
  const isSerious = hidesLow(view, search);
  const query = buildIncidentsQuery(view, { user: readUser(search), isSerious });
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

  const low = <LowSwitch isHidden={isSerious} />;
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
        tools={low}
        {...(isSerious
          ? {
              empty: (
                <EmptyState title={t('security.seriousEmptyTitle')} icon="check" action={low}>
                  {t('security.seriousEmptyText')}
                </EmptyState>
              ),
            }
          : {})}
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

/** Shows incidents of low severity, or hides them again; not where a filter says which are listed. */
function LowSwitch({ isHidden }: { readonly isHidden: boolean }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  if (!isHidden && !params.has(LOW)) return null;
  function toggle() {
    if (isHidden) params.set(LOW, '1');
    else params.delete(LOW);
    params.delete('page');
    navigate({ search: params.toString() }, { replace: true });
  }
  return (
    <Button size="compact" icon={isHidden ? 'visibility' : 'visibility-off'} onClick={toggle}>
      {t(isHidden ? 'security.showLow' : 'security.hideLow')}
    </Button>
  );
}
