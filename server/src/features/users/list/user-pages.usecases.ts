import { LRUCache } from 'lru-cache';
import type { Db } from '../../../platform/db/database.ts';
import { createRenewedCache } from './renewed-cache.adapter.ts';
import { isAnsweredByIndexes, type UserFilter } from './user-filter.repository.ts';
import type { UserListRepository } from './user-list.repository.ts';
import {
  type Landmark,
  type ListWindow,
  landmarkStep,
  placeOf,
  windowOf,
} from './user-list.rules.ts';
import type { ListOrder } from './user-order.repository.ts';

/** Where one way of reading gives place to the next, in users. */
const usual = {
  /** So many are found and sorted in milliseconds, in any order: always exact. */
  few: 2000,
  /** A page that ends here is near an end: read in the order's index, as it is at this moment. */
  nearEnd: 1000,
  /** So many are walked over for it; where too few of them match, landmarks lead there. */
  walkedInIndex: 20_000,
  /** What no index holds is read of the users themselves. */
  walkedInRows: 3000,
  /** Lists of no more are remembered whole. */
  markedWhole: 20_000,
};

/** How old counts and landmarks of long lists get before they are renewed, and be of use. */
const freshMs = 10_000;
const usefulMs = 60_000;
const countsKept = 1000;
/** Ids of found users. */
const foundKept = 100_000;
/** Of about 150 bytes each. */
const landmarksKept = 400_000;

interface ListKey {
  readonly filter: UserFilter;
  readonly order: ListOrder;
  readonly step: number;
}

interface Found {
  /** Null where more match than are found at once. */
  readonly total: number | null;
  readonly ids: readonly string[];
}

/**
 * Finds the ids of any page of any list in about the same time. Of a long list it remembers
 * landmarks: users at even distances in its order, from where a page is a short walk away. Users made
 * or changed in the last seconds may move such a page by as many rows; which users are shown on it,
 * and what of them, is always as things are.
 */
export function createUserPages(deps: {
  readonly db: Db;
  readonly list: UserListRepository;
  /** Smaller in tests. */
  readonly sizes?: typeof usual;
}) {
  const { db, list, sizes = usual } = deps;
  const counts = createRenewedCache({
    freshMs,
    usefulMs,
    maxSize: countsKept,
    sizeOf: () => 1,
    make: async (filter: UserFilter) => ({ total: await list.count(db, filter) }),
  });
  const landmarks = createRenewedCache({
    freshMs,
    usefulMs,
    maxSize: landmarksKept,
    sizeOf: (marks: readonly Landmark[]) => marks.length + 1,
    make: ({ filter, order, step }: ListKey) => list.landmarks(db, filter, order, step),
  });

  const found = createRenewedCache({
    // Only as long as the cache says for itself: a multiple of what finding them took.
    freshMs: 0,
    usefulMs: 0,
    maxSize: foundKept,
    sizeOf: ({ ids }: Found) => ids.length + 1,
    make: async ({ filter, order }: Pick<ListKey, 'filter' | 'order'>): Promise<Found> => {
      const whole = { offset: 0, limit: sizes.few };
      return (await list.few(db, filter, order, whole, sizes.few)) ?? { total: null, ids: [] };
    },
  });

  /** How far from an end a walk found too few, by list and end. */
  const walkedInVain = new LRUCache<string, number>({
    max: countsKept,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });

  /** Reads a page near an end, by a walk from there; null where it finds too few, or lately did. */
  async function near(filter: UserFilter, order: ListOrder, window: ListWindow) {
    const reach = window.offset + window.limit;
    const key = JSON.stringify({ filter, order, isFromEnd: window.isFromEnd });
    const isInReach = reach <= sizes.nearEnd && reach < (walkedInVain.get(key) ?? Infinity);
    if (!isInReach) return null;
    const among = isAnsweredByIndexes(filter) ? sizes.walkedInIndex : sizes.walkedInRows;
    const ids = await list.nearEnd(db, filter, order, window, among);
    if (ids.length === window.limit) return ids;
    walkedInVain.set(key, reach);
    return null;
  }

  /** Reads a page of a list that is not long; null for a long one. */
  async function few(filter: UserFilter, order: ListOrder, offset: number, limit: number) {
    if (filter.search === undefined) {
      return list.few(db, filter, order, { offset, limit }, sizes.few);
    }
    // A common term in a small scope is searched among many, however few of them the caller may
    // see.
    const { total, ids } = await found.get({ filter, order });
    return total === null ? null : { total, ids: ids.slice(offset, offset + limit) };
  }

  async function far(key: ListKey, offset: number, limit: number): Promise<readonly string[]> {
    const marks = await landmarks.get(key);
    if (key.step === 1) return marks.slice(offset, offset + limit).map(({ id }) => id);
    const { mark, skipped } = placeOf(offset, key.step, marks.length);
    const start = marks[mark];
    if (!start) return [];
    const ids = await list.from(db, key.filter, key.order, start, skipped + limit);
    return ids.slice(skipped);
  }

  /** @returns ids of users who matched a moment ago: the reader checks them again */
  return async function pageOf(
    filter: UserFilter,
    order: ListOrder,
    page: number,
    pageSize: number,
  ): Promise<{ readonly total: number; readonly ids: readonly string[] }> {
    const offset = (page - 1) * pageSize;
    if ((counts.peek(filter)?.total ?? 0) <= sizes.few) {
      const all = await few(filter, order, offset, pageSize);
      if (all) return all;
    }
    const { total } = await counts.get(filter);
    const window = windowOf(page, pageSize, total);
    if (window.limit === 0) return { total, ids: [] };
    const ids = await near(filter, order, window);
    if (ids) return { total, ids };
    const key = { filter, order, step: landmarkStep(total, sizes.markedWhole) };
    return { total, ids: await far(key, offset, window.limit) };
  };
}
