import { endpoints } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../domain/query-keys.ts';
import { useApi } from '../../shared/api/api-context.ts';

/** @param enabled false while the server refuses it to an administrator who owes a second factor */
export function useProfile(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.profile,
    queryFn: () => api.call(endpoints.users.profile, {}),
    enabled,
  });
}

export function useSaveName(onDone: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.call(endpoints.users.updateProfile, { body: { name } }),
    onSuccess: async (user) => {
      api.session.rename(user.name);
      onDone();
      await queryClient.invalidateQueries({ queryKey: queryKeys.profile });
    },
  });
}

/** @param enabled as for the profile */
export function useMySessions(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: () => api.call(endpoints.auth.sessions, {}),
    enabled,
  });
}

export function useEndMySession() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(endpoints.auth.endSession, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

/** Ends all sessions of this user, this one too, so that sign-in comes next. */
export function useSignOutEverywhere() {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.call(endpoints.auth.logoutAll, {}),
    onSuccess: () => api.session.end('signed-out'),
  });
}
