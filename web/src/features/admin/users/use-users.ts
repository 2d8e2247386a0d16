import { type CallInput, type DataOf, endpoints, limits } from '@prahari/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/api-context.ts';
import { queryKeys } from '../../../shared/api/query-keys.ts';

export type NewUser = CallInput<typeof endpoints.users.create>['body'];
export type Activation = DataOf<typeof endpoints.users.create>['activation'];

export function useUsers({ page, search }: { readonly page: number; readonly search: string }) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.users, { page, search }],
    queryFn: () =>
      api.call(endpoints.users.list, {
        query: { page, limit: limits.defaultPageSize, ...(search === '' ? {} : { search }) },
      }),
    placeholderData: keepPreviousData,
  });
}

export function useCreateUser(onDone: (name: string, activation: Activation) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUser) => api.call(endpoints.users.create, { body }),
    onSuccess: async ({ user, activation }) => {
      onDone(user.name, activation);
      await queryClient.invalidateQueries({ queryKey: queryKeys.users });
    },
  });
}

export function useResetPassword(onDone: (activation: Activation) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(endpoints.users.resetPassword, { params: { id } }),
    onSuccess: async ({ activation }) => {
      onDone(activation);
      await queryClient.invalidateQueries({ queryKey: queryKeys.users });
    },
  });
}
