import { endpoints, limits, type Note } from '@prahari/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/api-context.ts';
import { isRefusal } from '../../../shared/api/refusal.ts';

/**
 * Two minutes, by the usual pauses of 30 s at most: a video plays on while its server restarts.
 */
const patientTries = 8;
/** One page; more could not be told apart on a bar. */
const MOST_MARKS = 100;

const keyOf = (videoId: string) => ['notes', videoId] as const;

/** The own notes of a video, page after page. */
export function useNotes(videoId: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: keyOf(videoId),
    initialPageParam: 1,
    queryFn: ({ pageParam: page }) =>
      api.call(endpoints.notes.list, {
        params: { id: videoId },
        query: { page, limit: limits.defaultPageSize },
      }),
    retry: (failures, error) => failures < patientTries && !isRefusal(error),
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
  });
}

/** Own notes for the bar of a video; none while they can't be fetched. */
export function useMarkedNotes(videoId: string): readonly Note[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...keyOf(videoId), 'marks'],
    queryFn: () =>
      api.call(endpoints.notes.list, {
        params: { id: videoId },
        query: { page: 1, limit: MOST_MARKS },
      }),
  });
  return data?.items ?? [];
}

type NewNote = Pick<Note, 'positionSeconds' | 'text'>;

export function useAddNote(videoId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (body: NewNote) => api.call(endpoints.notes.add, { params: { id: videoId }, body }),
    ...useFresh(videoId),
  });
}

export function useChangeNote(videoId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ id: noteId, text }: Pick<Note, 'id' | 'text'>) =>
      api.call(endpoints.notes.update, { params: { id: videoId, noteId }, body: { text } }),
    ...useFresh(videoId),
  });
}

export function useRemoveNote(videoId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ id: noteId }: Note) =>
      api.call(endpoints.notes.remove, { params: { id: videoId, noteId } }),
    ...useFresh(videoId),
  });
}

/** Asks for the list again after a change, also when it failed: another tab may know more. */
function useFresh(videoId: string) {
  const answers = useQueryClient();
  return { onSettled: () => answers.invalidateQueries({ queryKey: keyOf(videoId) }) };
}
