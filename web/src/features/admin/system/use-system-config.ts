import { type CallInput, endpoints, type SystemConfigView } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';

export type ConfigEdit = CallInput<typeof endpoints.system.updateConfig>['body'];

export function useSystemConfig() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.systemConfig,
    queryFn: () => api.call(endpoints.system.config, {}),
    // An edit starts from what holds now.
    gcTime: 0,
  });
}

export function useSaveSystemConfig(onDone: (view: SystemConfigView) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ConfigEdit) => api.call(endpoints.system.updateConfig, { body }),
    onSuccess: async (view) => {
      queryClient.setQueryData(queryKeys.systemConfig, view);
      onDone(view);
      await queryClient.invalidateQueries({ queryKey: queryKeys.auditLog });
    },
  });
}
