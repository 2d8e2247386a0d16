import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import type { PickerOption } from '../../ui/picker-search.ts';
import { queryKeys } from '../query-keys.ts';

export interface PlaceOptions {
  readonly kendraTypes: readonly PickerOption[];
  readonly countries: readonly PickerOption[];
  readonly districts: readonly PickerOption[];
}

/** The places where there are learners, to choose from; none until the server said which. */
export function usePlaces(): PlaceOptions {
  const api = useApi();
  const { language } = useText();
  const { data } = useQuery({
    queryKey: [...queryKeys.users, 'places'],
    queryFn: () => api.call(endpoints.users.places, {}),
  });
  return useMemo(() => {
    const inOrder = new Intl.Collator(language).compare;
    const toOptions = (names: readonly string[] = []) =>
      [...names].sort(inOrder).map((name) => ({ value: name, label: name }));
    return {
      kendraTypes: toOptions(data?.kendraTypes),
      countries: toOptions(data?.countries),
      districts: toOptions(data?.districts),
    };
  }, [data, language]);
}
