import { LRUCache } from 'lru-cache';
import type { Db } from '../../../platform/db/database.ts';
import { createRenewedCache } from './renewed-cache.adapter.ts';
import { isAnsweredByIndexes, type UserFilter } from './user-filter.repository.ts';
import {
  countUsers,
  findFewUserIds,
  listAnchors,
  listUserIdsFrom,
  listUserIdsNearEnd,
} from './user-list.repository.ts';
import {
  findAnchor,
  type ListAnchor,
  type ListWindow,
  planAnchorStep,
  planWindow,
} from './user-list.rules.ts';
import type { ListOrder } from './user-order.repository.ts';

/** Up to how many users each way of reading a page is used. */
const usualSizes = {
  /** So many are found and sorted in milliseconds, in any order: always exact. */
  few: 2000,
  /** A page that ends here is near an end: read in the order's index, as it is at this moment. */
  nearEnd: 1000,
  /** So many are walked over for it; where too few of them match, it is read from an anchor. */
  walkedInIndex: 20_000,
  /** Values without an index are read from the rows of the users. */
  walkedInRows: 3000,
  /** Lists of no more are remembered whole. */
  anchoredWhole: 20_000,
};

/**
 * The age at which counts and anchors of long lists are renewed, and the age at which they are
 * discarded.
 */
const freshMs = 10_000;
const usefulMs = 60_000;
const countsKept = 1000;
/** Ids of found users. */
const foundKept = 100_000;
/** Each takes about 150 bytes. */
const anchorsKept = 400_000;

interface ListKey {
  readonly filter: UserFilter;
  readonly order: ListOrder;
  readonly step: number;
}

interface PageKey extends ListKey {
  readonly offset: number;
  readonly limit: number;
}

interface Found {
  /** Null where more match than are found at once. */
  readonly total: number | null;
  readonly ids: readonly string[];
}

/** The queries of this list; tests count them. */
export const usualQueries = {
  countUsers,
  findFewUserIds,
  listAnchors,
  listUserIdsFrom,
  listUserIdsNearEnd,
};

/** Finds the ids of one page. They matched a moment ago: the reader checks them again. */
export type FindUserPage = (
  filter: UserFilter,
  order: ListOrder,
  page: number,
  pageSize: number,
) => Promise<{ readonly total: number; readonly ids: readonly string[] }>;

/**
 * Finds the ids of any page of any list in about the same time. Of a long list it remembers anchors
 * for keyset pagination: users at even distances in its order, from which any page is a short walk
 * away. Users who were created or changed in the last seconds may move such a page by as many rows;
 * the rows themselves are always current.
 */
export function createUserPages(deps: {
  readonly db: Db;
  /** Smaller in tests. */
  readonly sizes?: typeof usualSizes;
  readonly queries?: typeof usualQueries;
}): FindUserPage {
  const { db, sizes = usualSizes, queries = usualQueries } = deps;
  const counts = createRenewedCache({
    freshMs,
    usefulMs,
    maxSize: countsKept,
    sizeOf: () => 1,
    make: async (filter: UserFilter) => ({ total: await queries.countUsers(db, filter) }),
  });
  const anchorsByList = createRenewedCache({
    freshMs,
    usefulMs,
    maxSize: anchorsKept,
    sizeOf: (anchors: readonly ListAnchor[]) => anchors.length + 1,
    make: ({ filter, order, step }: ListKey) => queries.listAnchors(db, filter, order, step),
  });
  const found = createRenewedCache({
    // The cache keeps them for a multiple of what finding them took.
    freshMs: 0,
    usefulMs: 0,
    maxSize: foundKept,
    sizeOf: ({ ids }: Found) => ids.length + 1,
    make: async ({ filter, order }: Pick<ListKey, 'filter' | 'order'>): Promise<Found> => {
      const whole = { offset: 0, limit: sizes.few, upTo: sizes.few };
      const all = await queries.findFewUserIds(db, filter, order, whole);
      return all ?? { total: null, ids: [] };
    },
  });

  /** How far from an end a recent walk found too few, by list and end. */
  const failedReach = new LRUCache<string, number>({
    max: countsKept,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });

  /** Finds a page near an end, by a walk from there; null where it finds too few, or lately did. */
  async function findNearEnd(filter: UserFilter, order: ListOrder, window: ListWindow) {
    const reach = window.offset + window.limit;
    const key = JSON.stringify({ filter, order, isFromEnd: window.isFromEnd });
    const isInReach = reach <= sizes.nearEnd && reach < (failedReach.get(key) ?? Infinity);
    if (!isInReach) return null;
    const among = isAnsweredByIndexes(filter) ? sizes.walkedInIndex : sizes.walkedInRows;
    const ids = await queries.listUserIdsNearEnd(db, filter, order, { ...window, among });
    if (ids.length === window.limit) return ids;
    failedReach.set(key, reach);
    return null;
  }

  /** Finds a page of a list that is not long; null for a long one. */
  async function findInShortList(
    filter: UserFilter,
    order: ListOrder,
    offset: number,
    limit: number,
  ) {
    if (filter.search === undefined) {
      return queries.findFewUserIds(db, filter, order, { offset, limit, upTo: sizes.few });
    }
    // A common term in a small scope is searched among many, however few of them the caller may
    // see.
    const { total, ids } = await found.get({ filter, order });
    return total === null ? null : { total, ids: ids.slice(offset, offset + limit) };
  }

  /** Finds a page of a long list from the anchor before it. */
  async function findFromAnchor({ offset, limit, ...key }: PageKey): Promise<readonly string[]> {
    const anchors = await anchorsByList.get(key);
    if (key.step === 1) return anchors.slice(offset, offset + limit).map(({ id }) => id);
    const { index, skipped } = findAnchor(offset, key.step, anchors.length);
    const anchor = anchors[index];
    if (!anchor) return [];
    const part = { ...anchor, limit: skipped + limit };
    const ids = await queries.listUserIdsFrom(db, key.filter, key.order, part);
    return ids.slice(skipped);
  }

  /**
   * Where matching users stand close together with many others between, a page may begin before such
   * a gap and end behind it: its walk then takes ten times as long (`users` in bench). All who ask
   * meanwhile share it.
   */
  const pagesFromAnchors = createRenewedCache({
    // The cache keeps them for a multiple of what the walk took.
    freshMs: 0,
    usefulMs: freshMs,
    maxSize: foundKept,
    sizeOf: (ids: readonly string[]) => ids.length + 1,
    make: findFromAnchor,
  });

  return async function findUserPage(filter, order, page, pageSize) {
    const offset = (page - 1) * pageSize;
    if ((counts.peek(filter)?.total ?? 0) <= sizes.few) {
      const all = await findInShortList(filter, order, offset, pageSize);
      if (all) return all;
    }
    const { total } = await counts.get(filter);
    const window = planWindow(page, pageSize, total);
    if (window.limit === 0) return { total, ids: [] };
    const ids = await findNearEnd(filter, order, window);
    if (ids) return { total, ids };
    const step = planAnchorStep(total, sizes.anchoredWhole);
    const key = { filter, order, step, offset, limit: window.limit };
    return { total, ids: await (step === 1 ? findFromAnchor(key) : pagesFromAnchors.get(key)) };
  };
}
