import { endpoints } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGroupOptions } from '../../../domain/audience/use-group-options.ts';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';

const PAGE = 100;
const MOST_PAGES = 10;

interface Choice {
  /** What was there when the first choice was made: only differences from it are sent. */
  readonly before: readonly string[];
  readonly chosen: readonly string[];
}

/** The groups of one user while they are chosen, of those that this administrator may change. */
export function useUserGroups(id: string, onSaved: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { options, isPending } = useGroupOptions();
  const known = useQuery({
    queryKey: [...queryKeys.users, id, 'groups', 'all'],
    queryFn: async () => {
      const all: string[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const input = { params: { id }, query: { page, limit: PAGE } };
        const { items, total } = await api.call(endpoints.learners.groups, input);
        all.push(...items.map((group) => group.id));
        if (page * PAGE >= total) break;
      }
      return all;
    },
  });
  const changeable = new Set(options.map(({ value }) => value));
  const present = (known.data ?? []).filter((group) => changeable.has(group));
  const [choice, setChoice] = useState<Choice | null>(null);
  const { before, chosen } = choice ?? { before: present, chosen: present };
  const add = chosen.filter((group) => !before.includes(group));
  const remove = before.filter((group) => !chosen.includes(group));
  const save = useMutation({
    mutationFn: () =>
      api.call(endpoints.learners.changeGroups, { params: { id }, body: { add, remove } }),
    onSuccess: async () => {
      onSaved();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.users }),
        queryClient.invalidateQueries({ queryKey: queryKeys.userGroups }),
      ]);
    },
  });
  return {
    isKnown: known.data !== undefined && !isPending,
    chosen,
    isChanged: add.length + remove.length > 0,
    choose: (next: readonly string[]) => setChoice({ before, chosen: next }),
    save,
  };
}
