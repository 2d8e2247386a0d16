import { endpoints, type ManagedVideo } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/api-context.ts';
import { queryKeys } from '../../../shared/api/query-keys.ts';
import { uploadForm } from '../../../shared/api/upload.ts';

export type PosterWish =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'moment'; readonly atSeconds: number }
  | { readonly kind: 'back' };

/** Has another picture stand for a video, or the one made with the lecture again. */
export function usePoster(id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { videos } = endpoints;
  const wish = (wanted: PosterWish): Promise<ManagedVideo> => {
    if (wanted.kind === 'back') return api.call(videos.removePoster, { params: { id } });
    if (wanted.kind === 'moment') {
      const { atSeconds } = wanted;
      return api.call(videos.choosePoster, { params: { id }, body: { atSeconds } });
    }
    const form = new FormData();
    form.append('file', wanted.file);
    const watch = { onProgress: () => undefined, signal: new AbortController().signal };
    return uploadForm(api, videos.uploadPoster, { params: { id } }, form, watch);
  };
  return useMutation({
    mutationFn: wish,
    onSuccess: (video) => {
      queryClient.setQueryData([...queryKeys.videos, 'managed', id], video);
      return queryClient.invalidateQueries({ queryKey: queryKeys.videos });
    },
  });
}
