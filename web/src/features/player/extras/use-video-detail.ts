import { endpoints, type VideoDetail } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';

/** Chapters and captions of a video; the data from the library has neither. */
export function useVideoDetail(videoId: string): VideoDetail | undefined {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.videos, videoId, 'detail'],
    queryFn: () => api.call(endpoints.videos.get, { params: { id: videoId } }),
  }).data;
}
