import { type BulkResult, endpoints, type IssuedCodes } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { notify } from '../../../ui/notify.ts';
import { type BulkActName, bulkActs, type ChosenUsers, toSelection } from './bulk-acts.ts';
import { useFailedAct } from './use-failed-act.ts';

export type BulkAnswer = BulkResult & { readonly codes: IssuedCodes | null };

/** Does an act to chosen users. */
export function useBulkAct(act: BulkActName, chosen: ChosenUsers) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (groupId: string | null): Promise<BulkAnswer> => {
      const { call } = bulkActs[act];
      const users = toSelection(chosen);
      if (call === null) {
        const result = await api.call(endpoints.users.bulkRemove, { body: { users } });
        return { ...result, codes: null };
      }
      const group = groupId === null ? {} : { groupId };
      return api.call(endpoints.users.bulk, { body: { act: call, users, ...group } });
    },
    // After a refusal too: the list may be why.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.users });
      if (act === 'addToGroup') {
        await queryClient.invalidateQueries({ queryKey: queryKeys.userGroups });
      }
    },
  });
}

/** Restores deleted users, and says what came of it. */
export function useRestoreUsers(onDone?: () => void) {
  const api = useApi();
  const { t } = useText();
  const queryClient = useQueryClient();
  const fail = useFailedAct();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      api.call(endpoints.users.restore, { body: { ids: [...ids] } }),
    onSuccess: ({ done, refused }) => {
      if (done.length > 0) notify.success(t('bulk.restoredDone', { count: done.length }));
      if (refused.length > 0) {
        const isTaken = refused.some(({ reason }) => reason === 'phone_taken');
        notify.warning(t('bulk.notRestored', { count: refused.length }), {
          description: t(isTaken ? 'bulk.reason_phone_taken' : 'bulk.reason_not_found'),
        });
      }
      onDone?.();
    },
    onError: fail,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.users }),
  });
}

/** Groups to choose from, by name; those that the administrator may not change are left out. */
export function useChoosableGroups(enabled: boolean, search: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.userGroups, 'choosable', search],
    queryFn: async () => {
      const query = { limit: 100, ...(search === '' ? {} : { search }) };
      const { items, total } = await api.call(endpoints.groups.list, { query });
      return { groups: items.filter(({ isWithinScope }) => isWithinScope), total };
    },
    enabled,
  });
}
