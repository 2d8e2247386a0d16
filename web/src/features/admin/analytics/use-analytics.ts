import { type AnalyticsRange, endpoints } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { browserStorage } from '../../../shared/storage/browser-storage.ts';

const { analytics: calls } = endpoints;
/** Specification, section 9. A page out of sight does not ask. */
const autoRefreshMs = 30_000;
const storageKey = 'prahari.analytics.auto-refresh';

/** How often a page asks again; false while auto-refresh is off. */
type Refresh = number | false;

/** Whether the page refreshes itself, which this browser remembers. */
export function useAutoRefresh() {
  const [isOn, setOn] = useState(() => browserStorage.getItem(storageKey) !== 'off');
  const choose = useCallback((on: boolean) => {
    browserStorage.setItem(storageKey, on ? 'on' : 'off');
    setOn(on);
  }, []);
  const interval: Refresh = isOn ? autoRefreshMs : false;
  return { isOn, choose, interval };
}

/** The figures of a range with their charts, and the latest events; asked for while in sight. */
export function useAnalyticsOverview(
  timeRange: AnalyticsRange,
  refetchInterval: Refresh,
  enabled: boolean,
) {
  const api = useApi();
  const query = { timeRange };
  return useQuery({
    queryKey: [...queryKeys.analytics, 'overview', query],
    queryFn: () => api.call(calls.overview, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
    enabled,
  });
}

/** How users signed in within a range; asked for while in sight. */
export function useSignInAnalytics(
  timeRange: AnalyticsRange,
  refetchInterval: Refresh,
  enabled: boolean,
) {
  const api = useApi();
  const query = { timeRange };
  return useQuery({
    queryKey: [...queryKeys.analytics, 'sign-ins', query],
    queryFn: () => api.call(calls.signIns, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
    enabled,
  });
}
