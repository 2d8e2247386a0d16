import { endpoints } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGroupOptions } from '../../../domain/audience/use-group-options.ts';
import { queryKeys } from '../../../domain/query-keys.ts';
import { readAllPages } from '../../../shared/api/all-pages.ts';
import { useApi } from '../../../shared/api/api-context.ts';

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
      const groups = await readAllPages((query) =>
        api.call(endpoints.learners.groups, { params: { id }, query }),
      );
      return groups.map((group) => group.id);
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
