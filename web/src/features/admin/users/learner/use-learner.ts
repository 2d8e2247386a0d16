import { type CallInput, endpoints } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../../domain/query-keys.ts';
import { useApi } from '../../../../shared/api/api-context.ts';

type VideosQuery = NonNullable<CallInput<typeof endpoints.learners.videos>['query']>;

/** So many of each fit on the overview. */
const LATEST = 5;
/** Those that say the same are shown as one. */
const MOST_ERRORS = 20;
const MOST_GROUPS = 50;
const MOST_MATCHES = 8;
const MOST_BLOCKED = 100;

/** Under the user, so that an act on them renews it. */
const keyOf = (id: string, ...rest: readonly unknown[]) => [...queryKeys.users, id, ...rest];

/** The videos in scope, as this learner meets them. */
export function useLearnerVideos(id: string, query: VideosQuery) {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(id, 'videos', query),
    queryFn: () => api.call(endpoints.learners.videos, { params: { id }, query }),
    placeholderData: keepPreviousData,
  });
}

export const useLatestWatched = (id: string) =>
  useLearnerVideos(id, { watched: 'true', limit: LATEST });

/** Finds videos by a part of their title. */
export const useVideoMatches = (id: string, search: string) =>
  useLearnerVideos(id, { search, limit: MOST_MATCHES });

export function useLearnerGroups(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(id, 'groups'),
    queryFn: () =>
      api.call(endpoints.learners.groups, { params: { id }, query: { limit: MOST_GROUPS } }),
  });
}

/** Whether a video would play now; asked again whenever the page is looked at. */
export function usePlaybackCheck(id: string, videoId: string, sessionId: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(id, 'playback-check', videoId, sessionId),
    queryFn: () =>
      api.call(endpoints.learners.checkPlayback, {
        params: { id },
        body: { videoId, ...(sessionId === undefined ? {} : { sessionId }) },
      }),
    staleTime: 0,
  });
}

/** Videos whose access ended for this learner, the latest first. */
export function useBlockedVideos(user: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.security, 'terminations', 'of', user],
    queryFn: () =>
      api.call(endpoints.security.terminations, {
        query: { user, state: 'active', limit: LATEST },
      }),
    enabled,
  });
}

/** What ended the access of this learner to a video; null while none is known. */
export function useTermination(user: string, videoId: string, enabled: boolean) {
  const api = useApi();
  const found = useQuery({
    queryKey: [...queryKeys.security, 'terminations', 'of', user, videoId],
    queryFn: () =>
      api.call(endpoints.security.terminations, {
        query: { user, state: 'active', limit: MOST_BLOCKED },
      }),
    enabled,
  });
  return found.data?.items.find(({ video }) => video.id === videoId) ?? null;
}

export function useLatestIncidents(user: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.security, 'incident-groups', 'of', user],
    queryFn: () => api.call(endpoints.security.incidentGroups, { query: { user, limit: LATEST } }),
    enabled,
  });
}

/** What the browser of this learner met in the last 24 hours. */
export function useLatestErrors(userId: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.clientErrors, 'of', userId],
    queryFn: () => api.call(endpoints.logs.clientErrors, { query: { userId, limit: MOST_ERRORS } }),
    enabled,
  });
}
