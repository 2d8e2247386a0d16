import type {
  GivenSeverity,
  IncidentConfidence,
  IncidentSeverity,
  IncidentType,
} from '@prahari/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
import { countRows, countRowsUpTo } from '../../../platform/db/count-rows.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { deleteSome } from '../../../platform/db/delete-some.ts';
import {
  type ListOrder,
  type ListPart,
  selectPage,
  selectRowsAfter,
} from '../../../platform/db/list-order.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { UserIds } from '../../users/index.ts';
import type { Signal } from '../violations/count-violations.rules.ts';

export type NewIncident = Insertable<Tables['security_incidents']>;
export type IncidentRow = Selectable<Tables['security_incidents']> & {
  readonly user_name: string;
  readonly video_title: string | null;
};

export interface IncidentFilter {
  /** Of these users only. */
  readonly visible: UserIds;
  readonly id?: string | undefined;
  readonly user?: string | undefined;
  readonly video?: string | undefined;
  /** Part of the name or number of the learner. */
  readonly search?: string | undefined;
  /** Whether the search looks into phone numbers, which only those know who may read users. */
  readonly searchesNumbers?: boolean | undefined;
  readonly type?: readonly IncidentType[] | undefined;
  readonly severity?: readonly IncidentSeverity[] | undefined;
  /** Instants of receipt, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface IncidentOrder {
  readonly sortBy: 'receivedAt' | 'user' | 'type' | 'severity';
  readonly sortOrder: 'asc' | 'desc';
}

const sortKeys = {
  receivedAt: { key: sql`received_at`, type: sql`timestamptz` },
  user: { key: sql`lower(users.name)`, type: sql`text` },
  type: { key: sql`incident.type`, type: sql`text` },
  severity: {
    key: sql`array_position(ARRAY['low', 'medium', 'high', 'critical'], severity)`,
    type: sql`integer`,
  },
} as const;

function toListOrder({ sortBy, sortOrder }: IncidentOrder): ListOrder {
  return { ...sortKeys[sortBy], id: 'incident.id', isAscending: sortOrder === 'asc' };
}

/** More than any policy counts to. */
const mostSignals = 1000;

/** Inserts incidents that are not stored yet. @returns ids of the new rows */
export async function insertIncidents(trx: Trx, rows: readonly NewIncident[]): Promise<string[]> {
  const added = await trx
    .insertInto('security_incidents')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doNothing())
    .returning('id')
    .execute();
  return added.map(({ id }) => id);
}

/**
 * Finds the signals that count against one learner, by video: received since a moment, in playback
 * sessions that were opened after access was last restored.
 */
export async function findSignals(
  db: DbOrTrx,
  userId: string,
  videoIds: readonly string[],
  since: Date,
): Promise<Map<string, Signal[]>> {
  const rows = await db
    .selectFrom('security_incidents as incident')
    .innerJoin('playback_sessions as play', 'play.id', 'incident.playback_session_id')
    .select(['play.video_id', 'play.id as playbackSessionId', 'occurred_at as occurredAt'])
    .where('incident.user_id', '=', userId)
    .where('incident.video_id', 'in', videoIds)
    .where('is_violation', '=', true)
    .where('received_at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('video_terminations as termination')
            .select('termination.id')
            .whereRef('termination.user_id', '=', 'incident.user_id')
            .whereRef('termination.video_id', '=', 'play.video_id')
            .whereRef('termination.lifted_at', '>=', 'play.opened_at'),
        ),
      ),
    )
    .orderBy('received_at', 'desc')
    .limit(mostSignals)
    .execute();
  return Map.groupBy(rows, (row) => row.video_id);
}

/** A blocked hotkey of a playback, as a browser reported it. */
export interface StoredHotkey extends Signal {
  readonly id: string;
  readonly hotkey: string | undefined;
  readonly isViolation: boolean;
}

/** Finds the blocked hotkeys of these playback sessions of one learner, newest first. */
export async function findBlockedHotkeys(
  trx: Trx,
  userId: string,
  playbackSessionIds: readonly string[],
): Promise<StoredHotkey[]> {
  const rows = await trx
    .selectFrom('security_incidents')
    .select(['id', 'playback_session_id', 'occurred_at', 'is_violation'])
    .select(sql<string | null>`metadata ->> 'hotkey'`.as('hotkey'))
    .where('user_id', '=', userId)
    .where('playback_session_id', 'in', playbackSessionIds)
    .where('type', '=', 'blocked_hotkey')
    .where('confidence', '!=', 'low')
    .orderBy('received_at', 'desc')
    .limit(mostSignals)
    .execute();
  return rows.flatMap((row) => {
    const { id, playback_session_id: playbackSessionId, occurred_at: occurredAt } = row;
    if (playbackSessionId === null) return [];
    const hotkey = row.hotkey ?? undefined;
    return [{ id, playbackSessionId, occurredAt, hotkey, isViolation: row.is_violation }];
  });
}

/** Finds with which confidences a playback session was recorded as a download. */
export async function findDownloadConfidences(
  trx: Trx,
  userId: string,
  playbackSessionId: string,
): Promise<IncidentConfidence[]> {
  const rows = await trx
    .selectFrom('security_incidents')
    .select('confidence')
    .where('user_id', '=', userId)
    .where('playback_session_id', '=', playbackSessionId)
    .where('type', '=', 'download_suspected')
    .execute();
  return rows.map(({ confidence }) => confidence);
}

/** Marks stored incidents as violations, which later evidence made them. */
export async function markViolations(
  trx: Trx,
  ids: readonly string[],
  severity: GivenSeverity,
): Promise<void> {
  await trx
    .updateTable('security_incidents')
    .set({ is_violation: true, severity })
    .where('id', 'in', ids)
    .execute();
}

/** Lists one page with the count of all that match. */
export async function listIncidentPage(
  db: Db,
  filter: IncidentFilter,
  order: IncidentOrder,
  window: { limit: number; offset: number },
) {
  const found = selectMatchingIncidents(db, filter);
  const items: IncidentRow[] = await selectPage(
    selectRows(found),
    toListOrder(order),
    window,
  ).execute();
  return { items, total: await countRows(db, found) };
}

/** Lists the rows after a position in an order. */
export async function listIncidentsAfter(
  db: Db,
  filter: IncidentFilter,
  order: IncidentOrder,
  part: ListPart,
) {
  const listed = toListOrder(order);
  return selectRowsAfter(selectRows(selectMatchingIncidents(db, filter)), listed, part).execute();
}

/** Counts incidents of these users since a moment, up to `most`; with `isSerious` the high and critical ones. */
export async function countIncidentsSince(
  db: Db,
  { visible, since, isSerious }: { visible: UserIds; since: Date; isSerious: boolean },
  most: number,
): Promise<number> {
  const found = db
    .selectFrom('security_incidents')
    .where('received_at', '>=', since)
    .where('user_id', 'in', visible);
  const serious = sql<boolean>`severity IN ('high', 'critical')`;
  return countRowsUpTo(db, isSerious ? found.where(serious) : found, most);
}

/** Deletes up to `atMost` that were received before a moment. @returns how many it deleted */
export function deletePastIncidents(db: Db, before: Date, atMost: number): Promise<number> {
  return deleteSome(db, { table: 'security_incidents', column: 'received_at' }, before, atMost);
}

function selectRows(found: ReturnType<typeof selectMatchingIncidents>) {
  return found
    .innerJoin('users', 'users.id', 'incident.user_id')
    .leftJoin('videos', 'videos.id', 'incident.video_id')
    .selectAll('incident')
    .select(['users.name as user_name', 'videos.title as video_title']);
}

export function selectMatchingIncidents(db: Db, filter: IncidentFilter) {
  const { visible, id, user, video, search, searchesNumbers, type, severity, from, to } = filter;
  let query = db
    .selectFrom('security_incidents as incident')
    .where('incident.user_id', 'in', visible);
  if (id) query = query.where('incident.id', '=', id);
  if (user) query = query.where('incident.user_id', '=', user);
  if (video === 'none') query = query.where('incident.video_id', 'is', null);
  else if (video) query = query.where('incident.video_id', '=', video);
  if (search) {
    const pattern = containing(search);
    query = query.where('incident.user_id', 'in', (select) =>
      select
        .selectFrom('users')
        .select('users.id')
        .where((where) => {
          const byName = where('users.name', 'ilike', pattern);
          const byNumber = where('users.contact_number', 'like', pattern);
          return searchesNumbers ? where.or([byName, byNumber]) : byName;
        }),
    );
  }
  if (type) query = query.where('incident.type', 'in', type);
  if (severity) query = query.where('severity', 'in', severity);
  if (from) query = query.where('received_at', '>=', new Date(from));
  if (to) query = query.where('received_at', '<=', new Date(to));
  return query;
}
