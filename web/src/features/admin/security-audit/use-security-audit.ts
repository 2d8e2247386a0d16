import { type CallInput, endpoints, type PerformanceRange } from '@prahari/contract';
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';

const { securityAudit: calls } = endpoints;
const key = queryKeys.securityAudit;
/** How often a running audit is asked for; pages that are out of sight don't ask. */
const followMs = 2000;

/** The figures of the dashboard: asked for often while an audit runs. */
export function useSecurityDashboard(intervalMs: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...key, 'dashboard'],
    queryFn: () => api.call(calls.dashboard, {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.systemStatus.runningAuditId ? followMs : intervalMs,
  });
}

/** The latest audits (specification, section 9: ten). */
export function useAuditReports(intervalMs: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...key, 'reports'],
    queryFn: () => api.call(calls.reports, { query: { limit: 10 } }),
    staleTime: 0,
    refetchInterval: intervalMs,
  });
}

/** How far the newest audit has come, without the older ones. */
export function useNewestAudit(runningId: string | null) {
  const api = useApi();
  const newest = useQuery({
    queryKey: [...key, 'newest', runningId],
    queryFn: () => api.call(calls.reports, { query: { limit: 1 } }),
    enabled: runningId !== null,
    staleTime: 0,
    refetchInterval: followMs,
  });
  return newest.data?.reports.find(({ id }) => id === runningId);
}

/** One audit, again and again until it has ended; none is asked for without an id. */
export function useAuditReport(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: [...key, 'report', id],
    queryFn: id === null ? skipToken : () => api.call(calls.report, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data.status) ? followMs : false,
  });
}

export function isUnderWay(status: string): boolean {
  return status === 'queued' || status === 'running';
}

export function useFinding(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...key, 'finding', id],
    queryFn: () => api.call(calls.finding, { params: { id } }),
    staleTime: 0,
  });
}

export type FindingsQuery = NonNullable<CallInput<typeof calls.findings>['query']>;

export function useFindings(query: FindingsQuery) {
  const api = useApi();
  return useQuery({
    queryKey: [...key, 'findings', query],
    queryFn: () => api.call(calls.findings, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** All that match as one file. */
export function useFindingsExport(query: FindingsQuery, total: number) {
  return useListExport('security-findings', total, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.listExports.findings,
      { query: { ...removePaging(query), format } },
      watch,
    ),
  );
}

export function useSecurityMetrics(timeRange: PerformanceRange) {
  const api = useApi();
  return useQuery({
    queryKey: [...key, 'metrics', timeRange],
    queryFn: () => api.call(calls.metrics, { query: { timeRange } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Reads everything about security audits again. */
export function useRefreshAudits() {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: key }), [queryClient]);
}

/** Reads everything again when the audit that ran is over. */
export function useRefreshAtEnd(runningId: string | null): void {
  const refresh = useRefreshAudits();
  const before = useRef(runningId);
  useEffect(() => {
    const hasEnded = before.current !== null && before.current !== runningId;
    before.current = runningId;
    if (hasEnded) void refresh();
  }, [runningId, refresh]);
}

/**
 * Returns how to have everything read again after that many seconds (specification, section 4: once
 * the estimated duration of a started audit has elapsed).
 */
export function useRefreshLater() {
  const refresh = useRefreshAudits();
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(
    (seconds: number) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void refresh(), seconds * 1000);
    },
    [refresh],
  );
}
