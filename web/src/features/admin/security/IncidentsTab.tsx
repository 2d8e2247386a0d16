import type { SecurityIncident } from '@prahari/contract';
import { useCallback } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { IncidentDetail } from './IncidentDetail.tsx';
import { IncidentGroups } from './IncidentGroups.tsx';
import { SecurityTable } from './SecurityTable.tsx';
import { useIncidentColumns } from './security-columns.tsx';
import { buildIncidentsQuery, incidentsView, readLayout, readUser } from './security-view.ts';
import { useIncidentFrame } from './use-incident-frame.tsx';
import {
  type IncidentListProps,
  useIncidentExport,
  useIncidents,
  useSeverityCounts,
} from './use-incidents.ts';

const DETAIL = 'incident';

/**
 * Incidents, newest first: by learner and video, or with `?view=single` one by one. `?incident=`
 * opens one, `?user=` filters by one learner.
 */
export function IncidentsTab() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [view, onViewChange] = useViewInAddress(incidentsView);
  const show = useCallback(
    (id: string | null) => {
      const params = new URLSearchParams(search);
      if (id === null) params.delete(DETAIL);
      else params.set(DETAIL, id);
      navigate({ search: params.toString() }, { replace: true });
    },
    [navigate, search],
  );
  const List = readLayout(search) === 'single' ? IncidentTable : IncidentGroups;
  const query = buildIncidentsQuery(view, search);
  const shown = new URLSearchParams(search).get(DETAIL);
  return (
    <>
      <List
        // What one learner's list has open is no matter of another's.
        key={readUser(search)}
        view={view}
        onViewChange={onViewChange}
        query={query}
        onOpen={show}
        tools={<LayoutChoice />}
      />
      {shown ? <IncidentDetail id={shown} onClose={() => show(null)} /> : null}
    </>
  );
}

/** Each incident in a row of its own, sorted as one likes. */
function IncidentTable(props: IncidentListProps) {
  const { query, onOpen } = props;
  const open = useCallback(({ id }: SecurityIncident) => onOpen(id), [onOpen]);
  const columns = useIncidentColumns(open);
  const list = useIncidents(query);
  const frame = useIncidentFrame(props, useSeverityCounts(query));
  const all = useIncidentExport(query, list.data?.total ?? 0);
  return (
    <SecurityTable<SecurityIncident>
      {...frame}
      columns={columns}
      list={list}
      all={all}
      onOpen={open}
    />
  );
}

function LayoutChoice() {
  const { t } = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <Segmented
      label={t('security.layout')}
      value={readLayout(search)}
      options={[
        { value: 'groups', label: t('security.layout_groups') },
        { value: 'single', label: t('security.layout_single') },
      ]}
      onChange={(layout) => {
        const params = new URLSearchParams(search);
        if (layout === 'single') params.set('view', layout);
        else params.delete('view');
        for (const gone of ['page', 'sort']) params.delete(gone);
        navigate({ search: params.toString() }, { replace: true });
      }}
    />
  );
}
