import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';

/** Reads how much room there is for uploads, and how large one may be. */
export function useStorageUse() {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.videos, 'storage'],
    queryFn: () => api.call(endpoints.storage.use, {}),
  });
}
