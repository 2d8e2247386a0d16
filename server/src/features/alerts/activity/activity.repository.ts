import type { AlertSeverity } from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { findWrittenStart, normalizeAddress } from '../../../platform/network/name-source.ts';
import { isNotAboutThrowaway } from '../../../platform/throwaway/throwaway-id.ts';
import type { UserIds } from '../../users/index.ts';

/** Whose activity, and the item behind which to continue. */
export interface ActivityQuery {
  readonly about: { readonly user: string } | { readonly address: string };
  /** What these users did, or no user; null for all. */
  readonly visible: UserIds | null;
  readonly session: string | undefined;
  readonly severity: readonly AlertSeverity[] | undefined;
  readonly since: Date;
  readonly before: { readonly at: Date; readonly id: string } | null;
  readonly limit: number;
}

/** Reads recorded events of one user or address, newest first. */
export function findActivity(
  db: DbOrTrx,
  { about, visible, session, severity, since, before, limit }: ActivityQuery,
) {
  let query = db
    .selectFrom('events as event')
    .leftJoin('users', 'users.id', 'event.user_id')
    .select([
      'event.id',
      'event.name',
      'event.happened_at',
      'event.user_id',
      'event.session_id',
      'event.device_id',
      'event.address',
      'event.country',
      'users.name as user_name',
      sql<AlertSeverity>`event.severity`.as('severity'),
      sql<Record<string, unknown>>`event.data`.as('data'),
    ])
    .where('event.happened_at', '>=', since)
    .where(isNotAboutThrowaway(sql`event.user_id`));
  query =
    'user' in about
      ? query.where('event.user_id', '=', about.user)
      : query.where(matchAddress(about.address));
  if (visible) {
    query = query.where((where) =>
      where.or([
        where('event.user_id', 'is', null),
        where.exists(visible.where(sql<boolean>`users.id = event.user_id`)),
      ]),
    );
  }
  if (session !== undefined) query = query.where('event.session_id', '=', session);
  if (severity) query = query.where('event.severity', 'in', severity);
  if (before) {
    query = query.where((where) =>
      where.or([
        where('event.happened_at', '<', before.at),
        where.and([where('event.happened_at', '=', before.at), where('event.id', '<', before.id)]),
      ]),
    );
    query = query.where('event.happened_at', '<=', before.at);
  }
  return query
    .orderBy('event.happened_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the names of users by id, also of deleted ones. */
export async function findUserNames(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the titles of videos by id, also of deleted ones that can be restored. */
export async function findVideoTitles(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Matches an address, or all of an IPv6 network (`2001:db8:1:2::/64`). */
function matchAddress(asked: string) {
  const start = findWrittenStart(asked);
  if (start === undefined) return sql<boolean>`event.address = ${normalizeAddress(asked)}`;
  // The index of IPv6 addresses narrows them down; which are within, only their bits say.
  return sql<boolean>`event.address LIKE '%:%' AND event.address LIKE ${`${start}%`}
    AND is_in_network(event.address, ${asked})`;
}
