import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/api-context.ts';
import { queryKeys } from '../query-keys.ts';

/** How a video was used lately, and its keys and licences. */
export function useVideoInsights(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.videos, 'insights', id],
    queryFn: () => api.call(endpoints.videos.insights, { params: { id } }),
    staleTime: 60_000,
  });
}
