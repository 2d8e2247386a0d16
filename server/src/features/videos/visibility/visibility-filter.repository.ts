import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AudienceFacts } from '../ports.ts';
import {
  type AudienceColumns,
  placeColumns,
  type VideoScope,
  type Viewer,
} from './video-visibility.policy.ts';

/*
 * The rules of `video-visibility.policy.ts` as the database follows them, within any query that reads `videos`;
 * a test compares the two.
 */

/** `canSee` in SQL, except for deleted videos: the query decides about these. */
export function canSeeSql(viewer: Viewer, now: Date): RawBuilder<SqlBool> {
  if (viewer.kind === 'learner') {
    return sql<SqlBool>`(${isPublishedNowSql(now)} AND ${isEntitledSql(viewer.audience)})`;
  }
  const isFor = viewer.scope ? isForAnyoneInSql(viewer.scope) : sql<SqlBool>`true`;
  return sql<SqlBool>`(${canManageSql(viewer)} OR (${isPublishedNowSql(now)} AND ${isFor}))`;
}

/** `canManage`. */
export function canManageSql(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.kind === 'learner' || !viewer.mayEdit) return sql<SqlBool>`false`;
  const { scope, userId } = viewer;
  if (scope === null) return sql<SqlBool>`true`;
  const places = column(placeColumns[scope.field]);
  return sql<SqlBool>`(NOT videos.for_everyone
    AND NOT videos.group_ids && ${ids(scope.beyond)}
    AND CASE WHEN ${namesPlacesSql}
      THEN cardinality(${places}) > 0 AND ${places} <@ ${texts(scope.values)}
      ELSE videos.group_ids && ${ids(scope.within)} OR videos.created_by = ${userId}::uuid END)`;
}

/** `isPublishedNow` of `publication.rules.ts`. */
export function isPublishedNowSql(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`(videos.published AND videos.status = 'ready'
    AND (videos.publish_at IS NULL OR videos.publish_at <= ${now})
    AND (videos.unpublish_at IS NULL OR videos.unpublish_at > ${now}))`;
}

/** `isEntitled`. */
function isEntitledSql(learner: AudienceFacts): RawBuilder<SqlBool> {
  const isThere = (name: keyof AudienceColumns, own: string | null) =>
    sql<SqlBool>`(${column(name)} = '{}' OR coalesce(${own}::text = ANY (${column(name)}), false))`;
  return sql<SqlBool>`(videos.for_everyone
    OR videos.group_ids && ${ids(learner.groupIds)}
    OR (${namesPlacesSql}
      AND ${isThere('kendra_types', learner.kendraType)}
      AND ${isThere('countries', learner.country)}
      AND ${isThere('districts', learner.district)}))`;
}

/** `isForAnyoneIn`. */
function isForAnyoneInSql(scope: VideoScope): RawBuilder<SqlBool> {
  const places = column(placeColumns[scope.field]);
  return sql<SqlBool>`(videos.for_everyone
    OR videos.group_ids && ${ids(scope.touched)}
    OR (${namesPlacesSql} AND cardinality(${texts(scope.values)}) > 0
      AND (${places} = '{}' OR ${places} && ${texts(scope.values)})))`;
}

const namesPlacesSql = sql<SqlBool>`cardinality(videos.kendra_types) + cardinality(videos.countries)
  + cardinality(videos.districts) > 0`;

const column = (name: keyof AudienceColumns) => sql.ref(`videos.${name}`);
const ids = (values: readonly string[]) => sql`${[...values]}::uuid[]`;
const texts = (values: readonly string[]) => sql`${[...values]}::text[]`;
