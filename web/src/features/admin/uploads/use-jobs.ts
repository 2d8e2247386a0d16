import {
  endpoints,
  type ImportJob,
  limits,
  type ManagedVideo,
  type UploadJob,
} from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { buildPublishEdit } from '../../../domain/videos/publish-edit.ts';
import { useApi } from '../../../shared/api/api-context.ts';

const BUSY_POLL_MS = 1000;
const CALM_POLL_MS = 10_000;

export function isMoving(job: Pick<UploadJob | ImportJob, 'state'>): boolean {
  return job.state === 'queued' || job.state === 'running';
}

/** The newest upload jobs, asked for often while one of them is moving. */
export function useJobs() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.jobs,
    queryFn: () => api.call(endpoints.uploads.jobs, { query: { limit: limits.defaultPageSize } }),
    select: (page) => ({ ...page, items: page.items.filter((job) => job.kind === 'video') }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(isMoving) ? BUSY_POLL_MS : CALM_POLL_MS,
  });
}

/** The video that a job has made, or was to make. */
export function useJobVideo(job: UploadJob) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.videos, 'managed', job.videoId],
    queryFn: () => api.call(endpoints.videos.getManaged, { params: { id: job.videoId } }),
    enabled: !isMoving(job),
  });
}

/** Publishes or withdraws a video. */
export function usePublish(video: ManagedVideo, onDone: (video: ManagedVideo) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (published: boolean) =>
      api.call(endpoints.videos.update, {
        params: { id: video.id },
        body: published ? buildPublishEdit(video, new Date()) : { published },
      }),
    onSuccess: async (changed) => {
      onDone(changed);
      await queryClient.invalidateQueries({ queryKey: queryKeys.videos });
    },
  });
}
