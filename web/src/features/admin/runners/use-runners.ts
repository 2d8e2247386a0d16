import { endpoints } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';

/** While somebody looks: parts take about half a minute. */
const LOOK_AGAIN_MS = 5000;

export function useRunners() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.runners,
    queryFn: () => api.call(endpoints.runners.list, {}),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Invites a runner; its token is in the answer, and nowhere else. */
export function useInviteRunner() {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => api.call(endpoints.runners.invite, { body: { name } }),
    onSuccess: refresh,
  });
}

export function useRevokeRunner(onDone: () => void) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => api.call(endpoints.runners.revoke, { params: { id } }),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.runners });
}
