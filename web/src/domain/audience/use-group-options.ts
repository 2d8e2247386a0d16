import { endpoints, type UserGroup } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import type { PickerOption } from '../../ui/picker-search.ts';
import { queryKeys } from '../query-keys.ts';

const PAGE = 100;
const MOST_PAGES = 10;

/** The user groups that this administrator may choose; `isPending` until they are known. */
export function useGroupOptions() {
  const api = useApi();
  const { t } = useText();
  const groups = useQuery({
    queryKey: [...queryKeys.userGroups, 'choice'],
    queryFn: async () => {
      const all: UserGroup[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const query = { page, limit: PAGE };
        const { items, total } = await api.call(endpoints.groups.list, { query });
        all.push(...items);
        if (page * PAGE >= total) break;
      }
      return all;
    },
  });
  const { data, isPending } = groups;
  const options: readonly PickerOption[] = useMemo(
    () =>
      (data ?? [])
        .filter(({ isWithinScope }) => isWithinScope)
        .map(({ id, name, memberCount }) => ({
          value: id,
          label: name,
          note: t('videos.members', { count: memberCount }),
        })),
    [data, t],
  );
  return { options, isPending };
}
