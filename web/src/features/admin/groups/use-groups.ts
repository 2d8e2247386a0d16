import { type CallInput, type DataOf, endpoints } from '@prahari/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { buildGroupsQuery } from './groups-view.ts';

const MOST_CANDIDATES = 10;
const MEMBERS_PAGE = 25;

type MemberChange = CallInput<typeof endpoints.groups.changeMembers>['body'];

/** The groups of a view. */
export function useGroups(view: TableView) {
  const api = useApi();
  const query = buildGroupsQuery(view);
  return useQuery({
    queryKey: [...queryKeys.userGroups, 'list', query],
    queryFn: () => api.call(endpoints.groups.list, { query }),
    placeholderData: keepPreviousData,
  });
}

/** How many videos are for each group, by its id; undefined until that is known. */
export function useVideoCounts(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.videos, 'count-by-group'],
    queryFn: () => api.call(endpoints.videos.countByGroup, {}),
    select: readVideoCounts,
    enabled,
  });
}

function readVideoCounts({ items }: DataOf<typeof endpoints.videos.countByGroup>) {
  return new Map(items.map(({ groupId, videos }) => [groupId, videos]));
}

export function useMembers(groupId: string, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.userGroups, groupId, 'members', page],
    queryFn: () =>
      api.call(endpoints.groups.members, {
        params: { id: groupId },
        query: { page, limit: MEMBERS_PAGE },
      }),
    placeholderData: keepPreviousData,
  });
}

/** Finds users by a search; none while the search is empty. */
export function useCandidates(search: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.users, 'list', 'candidates', search],
    queryFn: () => api.call(endpoints.users.list, { query: { search, limit: MOST_CANDIDATES } }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });
}

/** Creates a group, or renames the one that is given. */
export function useSaveGroup(groupId: string | null, onDone: () => void) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) =>
      groupId === null
        ? api.call(endpoints.groups.create, { body: { name } })
        : api.call(endpoints.groups.rename, { params: { id: groupId }, body: { name } }),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}

export function useRemoveGroup(onDone: () => void) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => api.call(endpoints.groups.remove, { params: { id } }),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}

export function useChangeMembers(groupId: string) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: MemberChange) =>
      api.call(endpoints.groups.changeMembers, { params: { id: groupId }, body }),
    onSuccess: refresh,
  });
}

/** Groups are part of the audience of videos too. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.userGroups });
}
