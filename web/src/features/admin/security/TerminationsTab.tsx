import { endpoints, type Termination } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { LiftDialog } from '../../../domain/security/LiftDialog.tsx';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useLocation } from '../../../shared/routing/use-address.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Button } from '../../../ui/Button.tsx';
import { SecurityTable } from './SecurityTable.tsx';
import { useTerminationColumns } from './security-columns.tsx';
import { buildTerminationsQuery, readUser, terminationsView } from './security-view.ts';

/** Learners whose access to a video ended by violations, and how to give it back. */
export function TerminationsTab() {
  const { t } = useText();
  const api = useApi();
  const { search } = useLocation();
  const { may, userId } = useRights();
  const columns = useTerminationColumns();
  const [view, setView] = useViewInAddress(terminationsView);
  const [lifting, setLifting] = useState<Termination | null>(null);
  const query = buildTerminationsQuery(view, readUser(search));
  const list = useQuery({
    queryKey: [...queryKeys.security, 'terminations', query],
    queryFn: () => api.call(endpoints.security.terminations, { query }),
    placeholderData: keepPreviousData,
  });
  const all = useListExport(
    'security-terminations',
    list.data?.total ?? 0,
    (api, { format, watch }) =>
      downloadFile(
        api,
        endpoints.listExports.terminations,
        { query: { ...removePaging(query), format } },
        watch,
      ),
  );
  const canLift = (row: Termination) =>
    row.liftedAt === null && may('users.write') && row.user.id !== userId;
  return (
    <>
      <SecurityTable<Termination>
        name="terminations"
        search={{
          label: t('security.searchLabel'),
          placeholder: t('security.searchPlaceholder'),
        }}
        columns={columns}
        list={list}
        all={all}
        view={view}
        onViewChange={setView}
        actions={(row) =>
          canLift(row) ? (
            <Button size="compact" onClick={() => setLifting(row)}>
              {t('security.lift')}
            </Button>
          ) : null
        }
      />
      {lifting ? <LiftDialog termination={lifting} onClose={() => setLifting(null)} /> : null}
    </>
  );
}
