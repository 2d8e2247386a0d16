import { endpoints, type WatchedPlayback } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useLocation } from '../../../shared/routing/use-address.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ProtectionPanel } from './ProtectionPanel.tsx';
import { SecurityTable } from './SecurityTable.tsx';
import { usePlaybackColumns } from './security-columns.tsx';
import { buildPlaybacksQuery, playbacksView, readUser } from './security-view.ts';

/** Playbacks, each with what protects it. */
export function PlaybacksTab() {
  const { t } = useText();
  const api = useApi();
  const { search } = useLocation();
  const columns = usePlaybackColumns();
  const [view, setView] = useViewInAddress(playbacksView);
  const [shown, setShown] = useState<WatchedPlayback | null>(null);
  const query = buildPlaybacksQuery(view, readUser(search));
  const list = useQuery({
    queryKey: [...queryKeys.security, 'playbacks', query],
    queryFn: () => api.call(endpoints.security.playbacks, { query }),
    placeholderData: keepPreviousData,
  });
  const all = useListExport('security-playbacks', list.data?.total ?? 0, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.listExports.playbacks,
      { query: { ...removePaging(query), format } },
      watch,
    ),
  );
  return (
    <>
      <SecurityTable<WatchedPlayback>
        name="playbacks"
        search={{
          label: t('security.searchLabel'),
          placeholder: t('security.searchPlaceholder'),
        }}
        columns={columns}
        list={list}
        all={all}
        view={view}
        onViewChange={setView}
        actions={(row) => (
          <IconButton
            compact
            icon="shield"
            label={t('security.protectionOf', { name: row.user.name })}
            onClick={() => setShown(row)}
          />
        )}
      />
      {shown ? <ProtectionPanel playback={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
