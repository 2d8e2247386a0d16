import { endpoints, type PerformanceRange } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';

const { performance: calls } = endpoints;

/** The figures of a range of time, with those of each route. */
export function usePerformance(timeRange: PerformanceRange, refetchInterval: number) {
  const api = useApi();
  const query = { timeRange };
  return useQuery({
    queryKey: [...queryKeys.performance, 'overview', query],
    queryFn: () => api.call(calls.overview, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
}

/** The figures over time. They change once a minute at most, and are asked for as often. */
export function usePerformanceSeries(timeRange: PerformanceRange, refetchInterval: number) {
  const api = useApi();
  const query = { timeRange };
  return useQuery({
    queryKey: [...queryKeys.performance, 'metrics', query],
    queryFn: () => api.call(calls.metrics, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
}

export function useLoadTests() {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.performance, 'load-tests'],
    queryFn: () => api.call(calls.loadTests, {}),
  });
}

const runningEveryMs = 1000;
const otherwiseEveryMs = 30_000;

/** The load test that was last started here: once a second while it runs. */
export function useLoadRun() {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.performance, 'load-run'],
    queryFn: () => api.call(calls.loadRun, {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.run?.state === 'running' ? runningEveryMs : otherwiseEveryMs,
  });
}

export function useSystemHealth(refetchInterval: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.performance, 'health'],
    queryFn: () => api.call(calls.systemHealth, {}),
    staleTime: 0,
    refetchInterval,
  });
}
