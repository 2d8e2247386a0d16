import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readAllPages } from '../../shared/api/all-pages.ts';
import { useApi } from '../../shared/api/api-context.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import type { PickerOption } from '../../ui/picker-search.ts';
import { queryKeys } from '../query-keys.ts';

/** The user groups that this administrator may choose; `isPending` until they are known. */
export function useGroupOptions() {
  const api = useApi();
  const { t } = useText();
  const groups = useQuery({
    queryKey: [...queryKeys.userGroups, 'choice'],
    queryFn: () => readAllPages((query) => api.call(endpoints.groups.list, { query })),
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
