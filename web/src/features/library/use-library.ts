import { endpoints, limits } from '@prahari/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../domain/query-keys.ts';
import { useApi } from '../../shared/api/api-context.ts';
import { buildVideosQuery, type LibraryView } from './library-view.ts';

/** Lets an administrator who waits for a video see it appear. */
const PROCESSING_POLL_MS = 5000;
/** One row on a wide screen. */
const MOST_STARTED = 4;

/** The videos that this user may see, page after page. */
export function useLibraryVideos(view: LibraryView) {
  const api = useApi();
  const query = buildVideosQuery(view);
  return useInfiniteQuery({
    queryKey: [...queryKeys.videos, query],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      api.call(endpoints.videos.list, {
        query: { ...query, page: pageParam, limit: limits.defaultPageSize },
      }),
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'processing'))
        ? PROCESSING_POLL_MS
        : false,
  });
}

/**
 * The videos that this user started and did not finish, the latest first. Asked for while a search
 * hides them too: what waits for them would take the search field away when it is emptied.
 */
export function useStartedVideos() {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.videos, 'started'],
    queryFn: () =>
      api.call(endpoints.videos.list, { query: { started: 'true', limit: MOST_STARTED } }),
  });
}

/** Categories, tags and languages to choose from; without them the library still shows. */
export function useFacets() {
  const api = useApi();
  const categories = useQuery({
    queryKey: [...queryKeys.videos, 'categories'],
    queryFn: () => api.call(endpoints.videos.categories, {}),
  });
  const tags = useQuery({
    queryKey: [...queryKeys.videos, 'tags'],
    queryFn: () => api.call(endpoints.videos.tags, {}),
  });
  const languages = useQuery({
    queryKey: [...queryKeys.videos, 'languages'],
    queryFn: () => api.call(endpoints.videos.languages, {}),
  });
  return {
    categories: categories.data?.items ?? [],
    tags: tags.data?.items ?? [],
    languages: languages.data?.items ?? [],
    /** False also when some could not be had. */
    isLoading: categories.isLoading || tags.isLoading || languages.isLoading,
  };
}
