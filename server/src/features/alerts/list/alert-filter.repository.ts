import type { AlertCategory, AlertSeverity, AlertStatus } from '@prahari/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { nameSource, normalizeAddress } from '../../../platform/network/name-source.ts';
import type { FewUserIds, UserIds } from '../../users/index.ts';

/** Trigrams, by which the index of users finds a part of a name, need three letters. */
const shortestIndexed = 3;

/** Which alerts a caller may see: null for all. */
export type AlertScope = {
  /** Alerts about these users. */
  readonly visible: UserIds;
  /** Alerts that are about no user, but an address or the whole system. */
  readonly seesSystem: boolean;
  /** The same users where they are few: then lists read their alerts alone, user by user. */
  readonly few: FewUserIds | null;
} | null;

export interface AlertFilter {
  readonly scope: AlertScope;
  readonly id?: string | undefined;
  readonly user?: string | undefined;
  readonly rule?: string | undefined;
  readonly address?: string | undefined;
  readonly search?: string | undefined;
  /** Whether the search looks into phone numbers, which only those know who may read users. */
  readonly searchesNumbers?: boolean | undefined;
  readonly severity?: readonly AlertSeverity[] | undefined;
  readonly category?: readonly AlertCategory[] | undefined;
  readonly status?: readonly AlertStatus[] | undefined;
  /** Last seen since then. */
  readonly since?: Date | undefined;
  readonly isTest?: boolean | undefined;
}

/** Selects the alerts that match, as `alert`. */
export function selectAlerts(db: DbOrTrx, filter: AlertFilter) {
  const { scope, id, user, rule, address, search, severity, category, status, since } = filter;
  const { isTest, searchesNumbers } = filter;
  let query = db.selectFrom(alertsWithin(scope).as('alert'));
  if (scope && !scope.few) {
    query = query.where((where) => {
      const ofUsers = where('alert.user_id', 'in', scope.visible);
      return scope.seesSystem ? where.or([ofUsers, where('alert.user_id', 'is', null)]) : ofUsers;
    });
  }
  if (id) query = query.where('alert.id', '=', id);
  if (user) query = query.where('alert.user_id', '=', user);
  if (rule) query = query.where('alert.rule_id', '=', rule);
  if (address) {
    query = query.where((where) =>
      where.or([
        where('alert.address', '=', normalizeAddress(address)),
        // About the /64 of that address.
        where.and([
          where('alert.subject_kind', '=', 'address'),
          where('alert.subject_key', '=', nameSource(address)),
        ]),
      ]),
    );
  }
  if (severity) query = query.where('alert.severity', 'in', severity);
  if (category) query = query.where('alert.category', 'in', category);
  if (status) query = query.where('alert.status', 'in', status);
  if (since) query = query.where('alert.last_seen_at', '>=', since);
  if (isTest !== undefined) query = query.where('alert.is_test', '=', isTest);
  if (search) {
    const searched = { search, searchesNumbers: searchesNumbers === true };
    const isShort = [...search].length < shortestIndexed;
    query = query.where((where) =>
      where.or([
        // One comparison takes half as long as three.
        contains(
          sql`(alert.title || E'\\n' || alert.message || E'\\n' || coalesce(alert.address, ''))`,
          search,
        ),
        scope?.few || isShort
          ? isUserNamed(searched)
          : where('alert.user_id', 'in', usersNamed(db, searched)),
      ]),
    );
  }
  return query;
}

/**
 * Alerts of few users are found by the index of users before anything else is asked of them, as
 * `OFFSET` has it: the planner takes any set of users for ten, and would compare each alert of a
 * list with thousands.
 */
function alertsWithin(scope: AlertScope): RawBuilder<Selectable<Tables['alerts']>> {
  return scope?.few
    ? sql`(SELECT * FROM alerts WHERE user_id = ANY (ARRAY(${scope.few})) OFFSET 0)`
    : sql`alerts`;
}

interface Searched {
  readonly search: string;
  readonly searchesNumbers: boolean;
}

/** Letters of ASCII are folded one by one, others by tables of Unicode, which takes much longer. */
function contains(value: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> {
  const collation = /^[ -~]*$/.test(search) ? sql`COLLATE "C"` : sql``;
  return sql`${value} ${collation} ILIKE ${containing(search)}`;
}

function isNamed({ search, searchesNumbers }: Searched): RawBuilder<SqlBool> {
  const byName = contains(sql`users.name`, search);
  return searchesNumbers
    ? sql`(${byName} OR users.contact_number LIKE ${containing(search)})`
    : byName;
}

/** Tells by the alert whether its user has this in the name, or number: deleted ones too. */
function isUserNamed(searched: Searched): RawBuilder<SqlBool> {
  return sql`(SELECT ${isNamed(searched)} FROM users WHERE users.id = alert.user_id)`;
}

/** Selects users by a part of their name, or number: deleted ones too, each by its index. */
function usersNamed(db: DbOrTrx, searched: Searched) {
  const named = db.selectFrom('users').select('users.id').where(isNamed(searched));
  return named
    .where('users.deleted_at', 'is', null)
    .where(
      sql<SqlBool>`trigrams_of(lower(users.name) || E'\\n' || users.contact_number)
        @> trigrams_of(lower(${searched.search}))`,
    )
    .unionAll(named.where('users.deleted_at', 'is not', null));
}
