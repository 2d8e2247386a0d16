import { type NotNull, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { hasPart } from '../../../platform/db/containing.ts';
import type { Db } from '../../../platform/db/database.ts';
import {
  buildOrderSql,
  buildPlaceSql,
  type ListOrder,
  type ListPart,
  readRowsAfter,
  selectPage,
} from '../../../platform/db/list-order.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { VideoRow } from '../videos.tables.ts';
import type { Viewer } from '../visibility/video-visibility.policy.ts';
import {
  canManageSql,
  canSeeSql,
  isPublishedNowSql,
} from '../visibility/visibility-filter.repository.ts';
import { fileSizeSql } from './video-facts.repository.ts';
import { matchesTextSql } from './video-search.repository.ts';

export interface VideoFilter {
  readonly now: Date;
  /** Only what they may see. */
  readonly viewer: Viewer;
  /** Only what they may manage, deleted ones too where these are asked for. */
  readonly isManaged?: boolean;
  /** The deleted ones, instead of the existing ones. */
  readonly deleted?: boolean;
  /** Only those that another one sees, or does not see. */
  readonly seenBy?: { readonly viewer: Viewer; readonly isSeen: boolean } | undefined;
  /** Only those with these ids. */
  readonly ids?: readonly string[] | undefined;
  readonly published?: boolean | undefined;
  /** Only those whose audience names this group. */
  readonly groupId?: string | undefined;
  readonly status?: readonly VideoRow['status'][] | undefined;
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  /** Only those of a category that has this part, and with a tag that has that one. */
  readonly categoryPart?: string | undefined;
  readonly tagPart?: string | undefined;
  /** In seconds and in bytes, both ends included; a video without a value is in no range. */
  readonly durationFrom?: number | undefined;
  readonly durationTo?: number | undefined;
  readonly sizeFrom?: number | undefined;
  readonly sizeTo?: number | undefined;
  readonly difficulty?: VideoRow['difficulty'] | undefined;
  readonly type?: VideoRow['type'] | undefined;
  readonly language?: string | undefined;
}

export type VideoSortKey =
  | 'createdAt'
  | 'updatedAt'
  | 'title'
  | 'durationSeconds'
  | 'category'
  | 'difficulty';

/** Text by code point, the same on every server; without case and accents in titles. */
const sortKeys: Record<VideoSortKey, Pick<ListOrder, 'key' | 'type'>> = {
  createdAt: { key: sql`created_at`, type: sql`timestamptz` },
  updatedAt: { key: sql`updated_at`, type: sql`timestamptz` },
  title: { key: sql`search_fold(title) COLLATE "C"`, type: sql`text` },
  durationSeconds: { key: sql`duration_seconds`, type: sql`double precision` },
  category: { key: sql`category COLLATE "C"`, type: sql`text` },
  difficulty: {
    key: sql`array_position(ARRAY['beginner', 'intermediate', 'advanced'], difficulty)`,
    type: sql`integer`,
  },
};

export interface VideoOrder {
  readonly sortBy: VideoSortKey;
  readonly isAscending: boolean;
}

export interface ListWindow extends VideoOrder {
  readonly limit: number;
  readonly offset: number;
}

/** Puts videos without a value last, in either sort direction. */
const orderOf = ({ sortBy, isAscending }: VideoOrder): ListOrder => ({
  ...sortKeys[sortBy],
  id: 'id',
  isAscending,
  mayBeEmpty: true,
});

/** Lists one page, with the count of all that match. */
export async function listVideoPage(
  db: Db,
  filter: VideoFilter,
  window: ListWindow,
): Promise<{ rows: VideoRow[]; total: number }> {
  const rows = await selectPage(
    selectMatching(db, filter).selectAll(),
    orderOf(window),
    window,
  ).execute();
  return { rows, total: await countVideos(db, filter) };
}

/** Lists the videos after a position in the order of the list. */
export async function listVideosAfter(
  db: Db,
  filter: VideoFilter,
  order: VideoOrder,
  part: ListPart,
) {
  const listed = orderOf(order);
  return readRowsAfter(listed, part, (isWanted, limit) =>
    selectMatching(db, filter)
      .selectAll()
      .select(buildPlaceSql(listed))
      .where(isWanted)
      .orderBy(buildOrderSql(listed))
      .limit(limit)
      .execute(),
  );
}

/**
 * Lists ids of the videos that follow one in a course: those published after it in its category,
 * then those before it there, then the other videos, each group the oldest first.
 */
export async function listFollowingVideoIds(
  db: Db,
  filter: VideoFilter,
  { id, category }: Pick<VideoRow, 'id' | 'category'>,
  atMost: number,
): Promise<string[]> {
  const isOfCourse = sql<SqlBool>`category IS NOT DISTINCT FROM ${category}`;
  const cameOut = (of: string) =>
    sql`greatest(${sql.ref(`${of}.created_at`)}, ${sql.ref(`${of}.publish_at`)}), ${sql.ref(`${of}.id`)}`;
  const isAfter = sql<SqlBool>`(${cameOut('videos')})
    > (SELECT ${cameOut('this')} FROM videos AS this WHERE this.id = ${id})`;
  const rows = await selectMatching(db, filter)
    .select('id')
    .where('id', '!=', id)
    .orderBy(sql`${isOfCourse} DESC, (${isOfCourse} AND ${isAfter}) DESC, ${cameOut('videos')}`)
    .limit(atMost)
    .execute();
  return rows.map((row) => row.id);
}

/** Lists the categories of what matches, by name. */
export async function listCategories(db: Db, filter: VideoFilter): Promise<Facet[]> {
  const rows = await selectMatching(db, filter)
    .select((select) => ['category', select.fn.countAll<string>().as('count')])
    .where('category', 'is not', null)
    .groupBy('category')
    .orderBy(sql`category COLLATE "C"`)
    .limit(mostFacets)
    .execute();
  return rows.map(({ category, count: n }) => ({ name: category ?? '', count: Number(n) }));
}

/** Lists the tags of what matches, the most used first. */
export function listTags(db: Db, filter: VideoFilter): Promise<Facet[]> {
  return listMostUsed(db, filter, sql<string>`unnest(tags)`);
}

/** Lists the languages of what matches, the most used first. */
export function listLanguages(db: Db, filter: VideoFilter): Promise<Facet[]> {
  return listMostUsed(db, filter, sql<string | null>`language`);
}

export interface Facet {
  readonly name: string;
  readonly count: number;
}

const mostFacets = 500;

async function listMostUsed(
  db: Db,
  filter: VideoFilter,
  value: RawBuilder<string | null>,
): Promise<Facet[]> {
  const rows = await db
    .selectFrom(selectMatching(db, filter).select(value.as('name')).as('found'))
    .select((select) => ['name', select.fn.countAll<string>().as('count')])
    .where('name', 'is not', null)
    .groupBy('name')
    .orderBy('count', 'desc')
    .orderBy(sql`name COLLATE "C"`)
    .limit(mostFacets)
    .$narrowType<{ name: NotNull }>()
    .execute();
  return rows.map(({ name, count: n }) => ({ name, count: Number(n) }));
}

/** Counts what matches by the groups that it is for; a group that was deleted is among them. */
export async function listGroupCounts(db: Db, filter: VideoFilter) {
  const named = selectMatching(db, filter).select(sql<string>`unnest(group_ids)`.as('groupId'));
  return db
    .selectFrom(named.as('named'))
    .select(['groupId', sql<number>`count(*)::int`.as('videos')])
    .groupBy('groupId')
    .execute();
}

async function countVideos(db: Db, filter: VideoFilter): Promise<number> {
  const { total } = await selectMatching(db, filter)
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function selectMatching(db: Db, filter: VideoFilter): SelectQueryBuilder<Tables, 'videos', object> {
  const { now, viewer, ids, published, search, status, groupId } = filter;
  const { category, tag, categoryPart, tagPart, difficulty, type, language } = filter;
  let found = db.selectFrom('videos').where('deleted_at', filter.deleted ? 'is not' : 'is', null);
  found = found.where(filter.isManaged ? canManageSql(viewer) : canSeeSql(viewer, now));
  if (filter.seenBy) {
    const isSeen = canSeeSql(filter.seenBy.viewer, now);
    found = found.where(filter.seenBy.isSeen ? isSeen : sql<SqlBool>`NOT ${isSeen}`);
  }
  if (published === true) found = found.where(isPublishedNowSql(now));
  if (published === false) found = found.where(sql<SqlBool>`NOT ${isPublishedNowSql(now)}`);
  if (ids) found = found.where(sql<SqlBool>`id = ANY (${[...ids]}::uuid[])`);
  if (groupId) found = found.where(sql<SqlBool>`${groupId}::uuid = ANY (group_ids)`);
  if (category) found = found.where('category', '=', category);
  if (tag) found = found.where(sql<SqlBool>`${tag} = ANY (tags)`);
  if (categoryPart) found = found.where(hasPart(sql.ref('category'), categoryPart));
  if (tagPart) {
    const isMeant = hasPart(sql.ref('tag'), tagPart);
    found = found.where(sql<SqlBool>`EXISTS (SELECT FROM unnest(tags) AS tag WHERE ${isMeant})`);
  }
  if (difficulty) found = found.where('difficulty', '=', difficulty);
  if (status) found = found.where('status', 'in', status);
  if (type) found = found.where('type', '=', type);
  if (language) found = found.where('language', '=', language);
  const ranges = [
    [sql.ref('duration_seconds'), filter.durationFrom, filter.durationTo],
    [fileSizeSql(sql.ref('videos.id')), filter.sizeFrom, filter.sizeTo],
  ] as const;
  for (const [value, from, to] of ranges) {
    if (from !== undefined) found = found.where(sql<SqlBool>`${value} >= ${from}`);
    if (to !== undefined) found = found.where(sql<SqlBool>`${value} <= ${to}`);
  }
  return search ? found.where(matchesTextSql(search)) : found;
}

/** Tells whether there is a video that the viewer manages. */
export async function hasManagedVideo(db: Db, viewer: Viewer): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(canManageSql(viewer))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the newest video that is published for everyone, or the one with an id if it is. */
export async function findNewestForAll(
  db: Db,
  now: Date,
  videoId?: string,
): Promise<{ readonly id: string; readonly title: string } | undefined> {
  const published = db
    .selectFrom('videos')
    .select(['id', 'title'])
    .where('deleted_at', 'is', null)
    .where('for_everyone', '=', true)
    .where(isPublishedNowSql(now));
  return (videoId === undefined ? published : published.where('id', '=', videoId))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
