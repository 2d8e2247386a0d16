import { type CallInput, endpoints } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../../domain/query-keys.ts';
import { useApi } from '../../../../shared/api/api-context.ts';

export type Rights = CallInput<typeof endpoints.users.setPermissions>['body'];
/** So many of a user's latest entries fit beside the rest. */
const LATEST_ENTRIES = 10;

export function useUserSessions(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.users, id, 'sessions'],
    queryFn: () => api.call(endpoints.users.sessions, { params: { id } }),
  });
}

export function useEndUserSession(id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) =>
      api.call(endpoints.users.endSession, { params: { id, sessionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...queryKeys.users, id] }),
  });
}

/** The latest that a learner keeps: more than a few devices may. */
const LATEST_COPIES = 50;

export function useOfflineCopies(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.users, id, 'offline-copies'],
    queryFn: () =>
      api.call(endpoints.offline.ofLearner, { params: { id }, query: { limit: LATEST_COPIES } }),
  });
}

/** @param userId the learner who keeps the copy */
export function useRevokeCopy(userId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(endpoints.offline.revoke, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...queryKeys.users, userId] }),
  });
}

export function useBindDevice(id: string, onDone: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deviceId: string) =>
      api.call(endpoints.users.setDevice, { params: { id }, body: { deviceId } }),
    onSuccess: async () => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: queryKeys.users });
    },
  });
}

export function useSetRights(id: string, onDone: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Rights) =>
      api.call(endpoints.users.setPermissions, { params: { id }, body }),
    onSuccess: async () => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: queryKeys.users });
    },
  });
}

/** The latest administrative acts on a user. */
export function useUserHistory(id: string) {
  const api = useApi();
  return useQuery({
    // Under the user, so that an act on them brings its entry.
    queryKey: [...queryKeys.users, id, 'history'],
    queryFn: () =>
      api.call(endpoints.users.auditLog, { query: { subjectId: id, limit: LATEST_ENTRIES } }),
  });
}
