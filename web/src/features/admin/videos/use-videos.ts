import { type CallInput, endpoints, type ManagedVideo } from '@prahari/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { buildVideosQuery } from './videos-view.ts';

const WORKER_POLL_MS = 1500;

export type VideoEdit = CallInput<typeof endpoints.videos.update>['body'];

export function useVideos(view: TableView) {
  const api = useApi();
  const query = buildVideosQuery(view);
  return useQuery({
    queryKey: [...queryKeys.videos, 'managed', query],
    queryFn: () => api.call(endpoints.videos.listManaged, { query }),
    placeholderData: keepPreviousData,
  });
}

export function useManagedVideo(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.videos, 'managed', id],
    queryFn: () => api.call(endpoints.videos.getManaged, { params: { id } }),
    // A worker makes the poster that was chosen, or renews the keys.
    refetchInterval: ({ state }) =>
      state.data?.posterChoice?.state === 'waiting' || state.data?.keyRenewal?.state === 'waiting'
        ? WORKER_POLL_MS
        : false,
  });
}

export function useEditVideo(id: string, onDone: (video: ManagedVideo) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: VideoEdit) => api.call(endpoints.videos.update, { params: { id }, body }),
    onSuccess: async (video) => {
      queryClient.setQueryData([...queryKeys.videos, 'managed', id], video);
      onDone(video);
      await queryClient.invalidateQueries({ queryKey: queryKeys.videos });
    },
  });
}

/** A video whose file is uploaded later. */
export function useAnnounceVideo(onDone: (video: ManagedVideo) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (title: string) => api.call(endpoints.videos.create, { body: { title } }),
    onSuccess: async (video) => {
      onDone(video);
      await queryClient.invalidateQueries({ queryKey: queryKeys.videos });
    },
  });
}

/** Deletes a video, or undoes that. */
export function useDeletion(onDone: (video: ManagedVideo) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, undo }: { readonly id: string; readonly undo: boolean }) =>
      api.call(undo ? endpoints.videos.restore : endpoints.videos.remove, { params: { id } }),
    onSuccess: async (video) => {
      onDone(video);
      await queryClient.invalidateQueries({ queryKey: queryKeys.videos });
    },
  });
}
