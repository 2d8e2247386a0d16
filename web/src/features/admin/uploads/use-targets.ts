import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';

/** More than are announced ahead; others are reached by their own page. */
const LISTED = 100;

/** A video without a file yet, which an upload may be for. */
export interface Target {
  readonly id: string;
  readonly title: string;
}

/** Announced videos, and the one that the address asks for. `asked` is null while there is none. */
export function useTargets(askedId: string | null) {
  const api = useApi();
  const announced = useQuery({
    queryKey: [...queryKeys.videos, 'announced'],
    queryFn: () =>
      api.call(endpoints.videos.listManaged, { query: { status: 'empty', limit: LISTED } }),
  });
  const one = useQuery({
    queryKey: [...queryKeys.videos, 'managed', askedId],
    queryFn: () => api.call(endpoints.videos.getManaged, { params: { id: askedId ?? '' } }),
    enabled: askedId !== null,
  });
  const asked = one.data && takesFile(one.data) ? one.data : null;
  const listed = announced.data?.items ?? [];
  const targets: readonly Target[] =
    asked && listed.every(({ id }) => id !== asked.id) ? [asked, ...listed] : listed;
  return { targets, asked, isUnfit: askedId !== null && !one.isPending && asked === null };
}

/** Announced, or with a file that could not be processed. */
function takesFile(video: { readonly status: string; readonly deletedAt: string | null }) {
  return video.deletedAt === null && (video.status === 'empty' || video.status === 'failed');
}
