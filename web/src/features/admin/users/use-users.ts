import { type CallInput, type DataOf, endpoints, type UserDetail } from '@prahari/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { buildUsersQuery } from './users-view.ts';

export type NewUser = CallInput<typeof endpoints.users.create>['body'];
export type UserEdit = CallInput<typeof endpoints.users.update>['body'];
export type CreatedUser = DataOf<typeof endpoints.users.create>;
export type Activation = CreatedUser['activation'];

export function useUsers(view: TableView) {
  const api = useApi();
  const query = buildUsersQuery(view);
  return useQuery({
    queryKey: [...queryKeys.users, 'list', query],
    queryFn: () => api.call(endpoints.users.list, { query }),
    placeholderData: keepPreviousData,
  });
}

export function useUser(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.users, id],
    queryFn: () => api.call(endpoints.users.get, { params: { id } }),
  });
}

export function useCreateUser(onDone: (created: CreatedUser) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUser) => api.call(endpoints.users.create, { body }),
    onSuccess: async (created) => {
      onDone(created);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.users }),
        queryClient.invalidateQueries({ queryKey: queryKeys.userGroups }),
      ]);
    },
  });
}

export function useEditUser(id: string, onDone: (saved: UserDetail) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UserEdit) => api.call(endpoints.users.update, { params: { id }, body }),
    onSuccess: async (saved) => {
      onDone(saved);
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

export function useDeleteUser(onDone: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, erase }: { readonly id: string; readonly erase: boolean }) =>
      api.call(endpoints.users.remove, {
        params: { id },
        query: { erase: erase ? 'true' : 'false' },
      }),
    onSuccess: async (_done, { id }) => {
      onDone();
      queryClient.removeQueries({ queryKey: [...queryKeys.users, id] });
      await queryClient.invalidateQueries({ queryKey: [...queryKeys.users, 'list'] });
    },
  });
}
