import { type CallInput, endpoints, type ImportJob } from '@prahari/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { hasEnded } from './import-step.ts';

const BUSY_POLL_MS = 700;
interface Page {
  readonly page: number;
  readonly limit: number;
}

const jobKey = (id: string) => [...queryKeys.jobs, 'import', id];
const listKey = [...queryKeys.jobs, 'imports'];

/** One import, polled while it runs; null when the job is of another kind. */
export function useImportJob(id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: jobKey(id),
    queryFn: async () => {
      const job = await api.call(endpoints.uploads.job, { params: { id } });
      return job.kind === 'users' ? job : null;
    },
    // Codes and file are removed after a time, so the page asks for them again.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !hasEnded(state.data) ? BUSY_POLL_MS : false),
  });
  const ended = query.data ? hasEnded(query.data) : false;
  useEffect(() => {
    if (!ended) return;
    void queryClient.invalidateQueries({ queryKey: listKey });
    void queryClient.invalidateQueries({ queryKey: queryKeys.users });
  }, [ended, queryClient]);
  return query;
}

export function useImportJobs({ page, limit }: Page) {
  const api = useApi();
  return useQuery({
    queryKey: [...listKey, page, limit],
    queryFn: async () => {
      const query = { kind: 'users', page, limit } as const;
      const { items, total } = await api.call(endpoints.uploads.jobs, { query });
      return { total, items: items.filter((job) => job.kind === 'users') };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some((job) => !hasEnded(job)) ? 2 * BUSY_POLL_MS : false,
  });
}

/** The errors of rows, a page at a time. */
export function useRowErrors(id: string, query: Page) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.jobs, 'import-errors', id, query],
    queryFn: () => api.call(endpoints.imports.errors, { params: { id }, query }),
    placeholderData: keepPreviousData,
  });
}

/** Puts the answer of an act where the page looks for its job. */
function useKeepJob() {
  const queryClient = useQueryClient();
  return async (job: ImportJob) => {
    queryClient.setQueryData(jobKey(job.id), job);
    await queryClient.invalidateQueries({ queryKey: listKey });
  };
}

export type RunChoice = CallInput<typeof endpoints.imports.run>['body'];

/**
 * Starts a new job from the file of another; stops that one first if it is still running. Does not
 * call `onBegun` after the user has left the page.
 */
export function useRunAgain(from: ImportJob, onBegun: (job: ImportJob) => void) {
  const api = useApi();
  const keep = useKeepJob();
  const run = useMutation({
    mutationFn: async (body: RunChoice) => {
      const params = { id: from.id };
      if (!hasEnded(from)) await api.call(endpoints.imports.cancel, { params });
      return api.call(endpoints.imports.run, { params, body });
    },
    onSuccess: keep,
  });
  return {
    begin: (body: RunChoice) => run.mutate(body, { onSuccess: onBegun }),
    isPending: run.isPending,
    error: run.error,
  };
}

export function useCancelImport(id: string) {
  const api = useApi();
  const keep = useKeepJob();
  return useMutation({
    mutationFn: () => api.call(endpoints.imports.cancel, { params: { id } }),
    onSuccess: keep,
  });
}

export function useRemoveCodes(id: string) {
  const api = useApi();
  const keep = useKeepJob();
  return useMutation({
    mutationFn: () => api.call(endpoints.imports.removeCodes, { params: { id } }),
    onSuccess: keep,
  });
}
