import { endpoints, type ProcessingStep, type UploadJobDetail } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { isMoving } from './use-jobs.ts';

const BUSY_POLL_MS = 1000;
/** Another administrator may take an ended job up again. */
const CALM_POLL_MS = 30_000;

/** One video's job with its steps, asked for every second while it moves and the page is seen. */
export function useJob(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.jobs, id],
    queryFn: () => api.call(endpoints.uploads.job, { params: { id } }),
    select: (job) => (job.kind === 'video' ? job : null),
    refetchInterval: ({ state }) =>
      state.data && isMoving(state.data) ? BUSY_POLL_MS : CALM_POLL_MS,
  });
}

export type JobAct =
  | { readonly kind: 'cancel' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'step'; readonly step: ProcessingStep };

/** Cancels a job, resumes it, or repeats one step. */
export function useJobAct(id: string, onDone: (act: JobAct) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const call = (act: JobAct): Promise<UploadJobDetail> => {
    if (act.kind === 'cancel') return api.call(endpoints.uploads.cancel, { params: { id } });
    if (act.kind === 'retry') return api.call(endpoints.uploads.retry, { params: { id } });
    return api.call(endpoints.uploads.retryStep, { params: { id, step: act.step } });
  };
  return useMutation({
    mutationFn: call,
    onSuccess: (job, act) => {
      queryClient.setQueryData([...queryKeys.jobs, id], job);
      onDone(act);
    },
    // A refusal says that the job is not as it was seen.
    onError: () => queryClient.invalidateQueries({ queryKey: [...queryKeys.jobs, id] }),
  });
}
