import { type CallInput, endpoints, givenSeverities } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import type { TableView } from '../../../shared/table/table-view.ts';

export type IncidentQuery = NonNullable<CallInput<typeof endpoints.security.incidents>['query']>;

/** What both ways of listing incidents are given. */
export interface IncidentListProps {
  readonly view: TableView;
  readonly onViewChange: (view: TableView) => void;
  readonly query: IncidentQuery;
  /** Shows one incident by its id. */
  readonly onOpen: (id: string) => void;
  readonly tools: ReactNode;
}

/** The incidents by learner and video, with the counts of each severity. */
export function useIncidentGroups({ sortBy: _, sortOrder: __, ...query }: IncidentQuery) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.security, 'incident-groups', query],
    queryFn: () => api.call(endpoints.security.incidentGroups, { query }),
    placeholderData: keepPreviousData,
  });
}

export function useIncidents(query: IncidentQuery) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.security, 'incidents', query],
    queryFn: () => api.call(endpoints.security.incidents, { query }),
    placeholderData: keepPreviousData,
  });
}

/** How many incidents match apart from their severity. */
export function useSeverityCounts({ severity: _, ...query }: IncidentQuery) {
  const { data } = useIncidentGroups({ ...query, limit: 1, offset: 0 });
  return data?.bySeverity;
}

/** All that match as one file, single incidents in either list. */
export function useIncidentExport(query: IncidentQuery, total: number) {
  return useListExport('security-incidents', total, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.listExports.incidents,
      { query: { ...removePaging(query), format } },
      watch,
    ),
  );
}

/** Adds up the counts of those severities that are listed. */
export function countListed(
  { severity }: IncidentQuery,
  counts: Readonly<Record<string, number>> | undefined,
): number {
  const listed: readonly string[] = severity === undefined ? givenSeverities : [severity].flat();
  return listed.reduce((sum, each) => sum + (counts?.[each] ?? 0), 0);
}
