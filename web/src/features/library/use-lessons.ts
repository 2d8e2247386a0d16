import { endpoints, limits } from '@prahari/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/api-context.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';

/** An administrator who waits for a lecture sees it appear. */
const PROCESSING_POLL_MS = 5000;

/** The lessons that this user may see, page after page. */
export function useLessons(search: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...queryKeys.videos, { search }],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      api.call(endpoints.videos.list, {
        query: {
          page: pageParam,
          limit: limits.defaultPageSize,
          ...(search === '' ? {} : { search }),
        },
      }),
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'processing'))
        ? PROCESSING_POLL_MS
        : false,
  });
}
