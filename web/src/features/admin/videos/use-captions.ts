import { endpoints } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { uploadForm } from '../../../shared/api/upload.ts';

/** The stored text of captions in one language. */
export function useCaptionsText(id: string, language: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.videos, 'captions', id, language],
    queryFn: () => api.call(endpoints.videos.captions, { params: { id, language } }),
    // The edit must start from the current captions.
    staleTime: 0,
    gcTime: 0,
  });
}

export interface NewCaptions {
  readonly language: string;
  readonly label: string;
  readonly file: File;
}

/** Sets the captions of a video in one language. */
export function usePutCaptions(id: string, onDone: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ language, label, file }: NewCaptions) => {
      const form = new FormData();
      form.append('label', label);
      form.append('file', file);
      const watch = { onProgress: () => undefined, signal: new AbortController().signal };
      return uploadForm(
        api,
        endpoints.videos.putCaptions,
        { params: { id, language }, form },
        watch,
      );
    },
    onSuccess: async () => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: queryKeys.videos });
    },
  });
}

export function useRemoveCaptions(id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (language: string) =>
      api.call(endpoints.videos.removeCaptions, { params: { id, language } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.videos }),
  });
}
