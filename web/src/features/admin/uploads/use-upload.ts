import { endpoints, type UploadJob } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../shared/api/api-context.ts';
import { queryKeys } from '../../../shared/api/query-keys.ts';
import { UploadCancelled, uploadForm } from '../../../shared/api/upload.ts';
import { addSample, type Sample, transferOf } from './transfer-rate.ts';

export interface Lecture {
  readonly title: string;
  readonly description: string;
  readonly publish: boolean;
  readonly file: File;
}

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** One upload at a time, with its progress. It goes on when the user looks at another page. */
export function useUpload(handlers: {
  readonly onDone: (job: UploadJob) => void;
  readonly onCancelled: () => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const aborter = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<UploadProgress | null>(null);

  const upload = useMutation({
    mutationFn: (lecture: Lecture) => {
      const running = new AbortController();
      aborter.current = running;
      let samples: readonly Sample[] = [];
      return uploadForm(api, endpoints.uploads.upload, {}, formOf(lecture), {
        signal: running.signal,
        onProgress: (sentBytes, totalBytes) => {
          samples = addSample(samples, { atMs: performance.now(), sentBytes });
          setProgress({ sentBytes, totalBytes, ...transferOf(samples, totalBytes) });
        },
      });
    },
    onMutate: ({ file }) =>
      setProgress({ sentBytes: 0, totalBytes: file.size, bytesPerSecond: null, secondsLeft: null }),
    onSuccess: async (job) => {
      handlers.onDone(job);
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs });
    },
    onError: (error) => {
      if (error instanceof UploadCancelled) handlers.onCancelled();
    },
    onSettled: () => {
      aborter.current = null;
      setProgress(null);
    },
  });

  useUnloadWarning(upload.isPending);
  return {
    start: upload.mutate,
    cancel: () => aborter.current?.abort(),
    running: upload.isPending,
    progress,
    error: upload.error instanceof UploadCancelled ? null : upload.error,
  };
}

function formOf({ title, description, publish, file }: Lecture): FormData {
  const form = new FormData();
  form.append('title', title);
  form.append('description', description);
  form.append('publish', String(publish));
  form.append('file', file, file.name);
  return form;
}

/** The browser's own question before a page with a running upload is closed. */
function useUnloadWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
}
