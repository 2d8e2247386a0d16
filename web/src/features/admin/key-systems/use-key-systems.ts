import { endpoints, type VendorSystem } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import type { ProviderEdit } from './provider-draft.ts';

const { drmAdmin } = endpoints;

export const timeRanges = ['1h', '24h', '7d', '30d', '90d'] as const;
export type TimeRange = (typeof timeRanges)[number];

export function useProviders(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.keySystems, 'providers'],
    queryFn: () => api.call(drmAdmin.listProviders, {}),
    enabled,
  });
}

export function useDrmOverview(timeRange: TimeRange) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.keySystems, 'overview', timeRange],
    queryFn: () => api.call(drmAdmin.overview, { query: { timeRange } }),
  });
}

export function useProviderActions(system: VendorSystem) {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queryKeys.keySystems });
  const params = { system };
  return {
    save: useMutation({
      mutationFn: (body: ProviderEdit) => api.call(drmAdmin.setProvider, { params, body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: () => api.call(drmAdmin.removeProvider, { params }),
      onSettled,
    }),
    test: useMutation({
      mutationFn: () => api.call(drmAdmin.testProvider, { params }),
      onSettled,
    }),
  };
}

export function usePersistence(timeRange: TimeRange) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.keySystems, 'persistence', timeRange],
    queryFn: () => api.call(drmAdmin.persistence, { query: { timeRange } }),
  });
}
