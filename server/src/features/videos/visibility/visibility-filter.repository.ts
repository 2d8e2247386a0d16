import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AudienceFacts } from '../ports.ts';
import {
  type ForWhom,
  type Onlooker,
  placeColumns,
  type VideoScope,
} from './video-visibility.policy.ts';

/*
 * The rules of `catalogue.policy.ts` as the database follows them, within any query that reads `videos`;
 * a test compares the two.
 */

/** `maySee`, but for deleted videos: which of them are meant, the query says. */
export function seenBySql(onlooker: Onlooker, now: Date): RawBuilder<SqlBool> {
  if (onlooker.kind === 'learner') {
    return sql<SqlBool>`(${isOutSql(now)} AND ${entitledSql(onlooker.audience)})`;
  }
  const isFor = onlooker.scope ? forSomebodyInSql(onlooker.scope) : sql<SqlBool>`true`;
  return sql<SqlBool>`(${managedBySql(onlooker)} OR (${isOutSql(now)} AND ${isFor}))`;
}

/** `mayManage`. */
export function managedBySql(onlooker: Onlooker): RawBuilder<SqlBool> {
  if (onlooker.kind === 'learner' || !onlooker.mayEdit) return sql<SqlBool>`false`;
  const { scope, userId } = onlooker;
  if (scope === null) return sql<SqlBool>`true`;
  const places = column(placeColumns[scope.field]);
  return sql<SqlBool>`(NOT videos.for_everyone
    AND NOT videos.group_ids && ${ids(scope.beyond)}
    AND CASE WHEN ${namesPlacesSql}
      THEN cardinality(${places}) > 0 AND ${places} <@ ${texts(scope.values)}
      ELSE videos.group_ids && ${ids(scope.within)} OR videos.created_by = ${userId}::uuid END)`;
}

/** `isOut` of `publication.rules.ts`. */
export function isOutSql(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`(videos.published AND videos.status = 'ready'
    AND (videos.publish_at IS NULL OR videos.publish_at <= ${now})
    AND (videos.unpublish_at IS NULL OR videos.unpublish_at > ${now}))`;
}

/** `isEntitled`. */
function entitledSql(learner: AudienceFacts): RawBuilder<SqlBool> {
  const isThere = (name: keyof ForWhom, own: string | null) =>
    sql<SqlBool>`(${column(name)} = '{}' OR coalesce(${own}::text = ANY (${column(name)}), false))`;
  return sql<SqlBool>`(videos.for_everyone
    OR videos.group_ids && ${ids(learner.groupIds)}
    OR (${namesPlacesSql}
      AND ${isThere('kendra_types', learner.kendraType)}
      AND ${isThere('countries', learner.country)}
      AND ${isThere('districts', learner.district)}))`;
}

/** `isForSomebodyIn`. */
function forSomebodyInSql(scope: VideoScope): RawBuilder<SqlBool> {
  const places = column(placeColumns[scope.field]);
  return sql<SqlBool>`(videos.for_everyone
    OR videos.group_ids && ${ids(scope.touched)}
    OR (${namesPlacesSql} AND cardinality(${texts(scope.values)}) > 0
      AND (${places} = '{}' OR ${places} && ${texts(scope.values)})))`;
}

const namesPlacesSql = sql<SqlBool>`cardinality(videos.kendra_types) + cardinality(videos.countries)
  + cardinality(videos.districts) > 0`;

const column = (name: keyof ForWhom) => sql.ref(`videos.${name}`);
const ids = (values: readonly string[]) => sql`${[...values]}::uuid[]`;
const texts = (values: readonly string[]) => sql`${[...values]}::text[]`;
