import { type AuditReport, endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../../../shared/api/api-context.ts';
import { isUnderWay, useAuditReport, useRefreshAudits } from '../use-security-audit.ts';

export type RecheckResult = 'resolved' | 'still' | 'unknown';

/** Runs the check of a finding again, as an audit of its own, and follows it to its end. */
export function useRecheck(findingId: string) {
  const api = useApi();
  const refresh = useRefreshAudits();
  const [auditId, setAuditId] = useState<string | null>(null);
  const begin = useMutation({
    mutationFn: () => api.call(endpoints.securityAudit.recheck, { params: { id: findingId } }),
    onMutate: () => setAuditId(null),
    onSuccess: (started) => setAuditId(started.auditId),
    onSettled: refresh,
  });
  const report = useAuditReport(auditId);
  const hasEnded = report.data !== undefined && !isUnderWay(report.data.status);
  useEffect(() => {
    if (hasEnded) void refresh();
  }, [hasEnded, refresh]);
  return {
    start: () => begin.mutate(),
    isBusy: begin.isPending || (auditId !== null && !hasEnded && !report.isError),
    result: report.data && hasEnded ? readResult(report.data) : null,
    error: begin.error ?? report.error,
  };
}

/** What the only check of a recheck says about its finding. */
export function readResult({ checks }: Pick<AuditReport, 'checks'>): RecheckResult {
  const status = checks[0]?.status;
  if (status === 'passed') return 'resolved';
  return status === 'failed' || status === 'warning' ? 'still' : 'unknown';
}
