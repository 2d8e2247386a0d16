import { endpoints } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

/** Below the videos: what changes them changes the room that they take. */
const key = [...queryKeys.videos, 'storage'];

/** One view alone: the largest first. */
export const storedVideosView: ViewDefinition = { filters: {}, sortKeys: [] };

export function useStorageUse() {
  const api = useApi();
  return useQuery({
    queryKey: key,
    queryFn: () => api.call(endpoints.storage.use, {}),
    // Uploads go on while it is looked at.
    refetchInterval: 30_000,
  });
}

export function useStoredVideos({ page, pageSize: limit }: TableView) {
  const api = useApi();
  const query = { page, limit };
  return useQuery({
    queryKey: [...key, 'videos', query],
    queryFn: () => api.call(endpoints.storage.videos, { query }),
    placeholderData: keepPreviousData,
  });
}
