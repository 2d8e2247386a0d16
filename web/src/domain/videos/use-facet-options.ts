import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import type { PickerOption } from '../../ui/picker-search.ts';
import { queryKeys } from '../query-keys.ts';

/** The categories that there are, to choose from. */
export function useCategoryOptions(): readonly PickerOption[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...queryKeys.videos, 'categories'],
    queryFn: () => api.call(endpoints.videos.categories, {}),
  });
  return useMemo(() => toOptions(data?.items), [data]);
}

/** The tags that there are, the most used first. */
export function useTagOptions(): readonly PickerOption[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...queryKeys.videos, 'tags'],
    queryFn: () => api.call(endpoints.videos.tags, {}),
  });
  return useMemo(() => toOptions(data?.items), [data]);
}

function toOptions(facets: readonly { readonly name: string }[] = []): readonly PickerOption[] {
  return facets.map(({ name }) => ({ value: name, label: name }));
}
