import { endpoints } from '@prahari/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/api-context.ts';
import { queryKeys } from '../query-keys.ts';
import { type ActivityView, listSeverities, type Subject } from './activity-view.ts';

const pageSize = 50;
const mostAlerts = 5;

/** Where a page begins: behind the last item of the one before. */
interface Behind {
  readonly beforeAt?: string;
  readonly beforeId?: string;
}
const start: Behind = {};

/** What a user or an address did, newest first, page after page. */
export function useActivity(subject: Subject, { session, least }: ActivityView) {
  const api = useApi();
  const severity = listSeverities(least);
  return useInfiniteQuery({
    queryKey: [...queryKeys.activity, subject, session, severity],
    initialPageParam: start,
    queryFn: ({ pageParam }) =>
      api.call(endpoints.alerts.activity, {
        query: {
          ...subject,
          ...pageParam,
          limit: pageSize,
          ...(session === undefined ? {} : { session }),
          ...(severity === undefined ? {} : { severity }),
        },
      }),
    getNextPageParam: ({ items, hasMore }): Behind | undefined => {
      const last = items.at(-1);
      return hasMore && last ? { beforeAt: last.at, beforeId: last.id } : undefined;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Alerts about a user or an address that are neither resolved nor dismissed, gravest first. */
export function useOpenAlerts(subject: Subject, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.alerts, 'open', subject],
    queryFn: () =>
      api.call(endpoints.alerts.list, {
        query: {
          ...subject,
          status: ['active', 'acknowledged'],
          sortBy: 'severity',
          limit: mostAlerts,
        },
      }),
    enabled,
    staleTime: 0,
  });
}
