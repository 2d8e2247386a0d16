import { endpoints } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/api-context.ts';
import { queryKeys } from '../../../shared/api/query-keys.ts';
import { giveUpUpload } from './send-lecture.ts';

const key = [...queryKeys.jobs, 'unfinished'];

/** Uploads of this user that have not arrived whole, wherever they were begun. */
export function useUnfinished() {
  const api = useApi();
  return useQuery({
    queryKey: key,
    queryFn: () => api.call(endpoints.uploads.unfinished, {}),
    select: ({ items }) => items,
  });
}

/** Gives an upload up for good. */
export function useGiveUp() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => giveUpUpload(api, id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
