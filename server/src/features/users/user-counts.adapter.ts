import { LRUCache } from 'lru-cache';
import type { UserFilter } from './user-list.repository.ts';

/** Up to here every count is exact at every moment. */
const exactUpTo = 10_000;
/** Beyond it, a count may be this old. */
const freshMs = 10_000;

type CountUsers = (filter: UserFilter, upTo?: number) => Promise<number>;

/**
 * Counts users for page numbers. To count a million takes longer than to show a page of them, so
 * large counts are shared by those who ask for the same, and renewed behind the one who asks.
 */
export function createUserCounts(count: CountUsers) {
  const large = new LRUCache<string, number, UserFilter>({
    max: 500,
    ttl: freshMs,
    allowStale: true,
    fetchMethod: (_key, _stale, { context }) => count(context),
  });
  return async function total(filter: UserFilter): Promise<number> {
    const key = JSON.stringify(filter);
    const known = large.peek(key, { allowStale: true });
    if (known === undefined) {
      const few = await count(filter, exactUpTo + 1);
      if (few <= exactUpTo) return few;
    }
    const many = (await large.fetch(key, { context: filter })) ?? (await count(filter));
    if (many <= exactUpTo) large.delete(key);
    return many;
  };
}
