import { endpoints } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/api-context.ts';
import { queryKeys } from '../../../shared/api/query-keys.ts';

/** Has a video encrypted anew; the worker does it, and the page hears when it is done. */
export function useRenewKeys(id: string, onAsked: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(endpoints.videos.renewKeys, { params: { id } }),
    onSuccess: (video) => {
      queryClient.setQueryData([...queryKeys.videos, 'managed', id], video);
      onAsked();
    },
  });
}
