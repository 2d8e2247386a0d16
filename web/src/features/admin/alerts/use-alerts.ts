import { type AlertTimeRange, endpoints } from '@prahari/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { browserStorage } from '../../../shared/storage/browser-storage.ts';
import type { AlertListQuery } from './alerts-view.ts';

/** Specification, section 9. */
const autoRefreshMs = 15_000;
const AUTO_REFRESH_KEY = 'prahari.alerts.autoRefresh';

/** Whether the page asks again by itself; this browser remembers it. */
export function useAutoRefresh() {
  const [isOn, setOn] = useState(() => browserStorage.getItem(AUTO_REFRESH_KEY) !== 'off');
  const toggle = useCallback(() => {
    browserStorage.setItem(AUTO_REFRESH_KEY, isOn ? 'off' : 'on');
    setOn(!isOn);
  }, [isOn]);
  return { isOn, toggle, intervalMs: isOn ? autoRefreshMs : (false as const) };
}

/** The statistics of a time range, and the rules. */
export function useOverview(timeRange: AlertTimeRange, refetchInterval: number | false) {
  const api = useApi();
  const query = { timeRange, utcOffsetMinutes: -new Date().getTimezoneOffset() };
  return useQuery({
    queryKey: [...queryKeys.alerts, 'overview', query],
    queryFn: () => api.call(endpoints.alerts.overview, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
}

/** The alerts of a view. */
export function useAlertList(query: AlertListQuery, refetchInterval: number | false) {
  const api = useApi();
  const list = useQuery({
    queryKey: [...queryKeys.alerts, 'list', query],
    queryFn: () => api.call(endpoints.alerts.list, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
  return {
    items: list.data?.items,
    total: list.data?.total ?? 0,
    isStale: list.isPlaceholderData,
    error: list.data ? null : list.error,
    refetch: list.refetch,
  };
}

/** Reads everything about alerts again. */
export function useRefreshAlerts() {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.alerts }),
      queryClient.invalidateQueries({ queryKey: queryKeys.adminHome }),
    ]);
  }, [queryClient]);
}

export function useAlertDetail(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.alerts, 'detail', id],
    queryFn: () => api.call(endpoints.alerts.get, { params: { id } }),
    staleTime: 0,
  });
}
