import { endpoints } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import { queryKeys } from '../query-keys.ts';
import { type AudienceDraft, buildAudience, isForNobody } from './audience-draft.ts';

/** Several choices in a row cause one request. */
const RESTS_MS = 300;

/**
 * Counts the learners whom an unsaved audience includes. The answer is cached under its audience,
 * so that a late one is never shown for another audience.
 */
export function useReach(draft: AudienceDraft) {
  const api = useApi();
  const { everyone, kendraTypes, countries, districts, groupIds } = draft;
  // The same while something else of the form is typed.
  const asked = useMemo(
    () => buildAudience({ everyone, kendraTypes, countries, districts, groupIds }),
    [everyone, kendraTypes, countries, districts, groupIds],
  );
  const rested = useRested(asked);
  const nobody = isForNobody(draft);
  const count = useQuery({
    queryKey: [...queryKeys.users, 'reach', rested],
    queryFn: () => api.call(endpoints.videos.countAudience, { body: rested }),
    enabled: !nobody && !isForNobody(rested),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const isCounting = !nobody && (rested !== asked || count.isPlaceholderData || count.isPending);
  return {
    /** Of the last audience that was counted; undefined while there is none. */
    learners: nobody ? 0 : count.data?.learners,
    /** The first of them by name, for those who may read users. */
    first: nobody ? [] : (count.data?.first ?? []),
    isCounting: isCounting && !count.isError,
    isFailed: !nobody && count.isError,
    retry: () => void count.refetch(),
  };
}

/** The value once it has rested. */
function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), RESTS_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
