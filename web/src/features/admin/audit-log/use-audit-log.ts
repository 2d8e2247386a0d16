import { endpoints } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { auditQuery } from './audit-view.ts';

export function useAuditLog(view: TableView, subjectId: string | null) {
  const api = useApi();
  const query = auditQuery(view, subjectId);
  return useQuery({
    queryKey: [...queryKeys.auditLog, query],
    queryFn: () => api.call(endpoints.users.auditLog, { query }),
    placeholderData: keepPreviousData,
    // Acts of the minute before belong in it.
    staleTime: 0,
  });
}
