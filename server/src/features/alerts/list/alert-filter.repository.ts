import type { AlertCategory, AlertSeverity, AlertStatus } from '@prahari/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { nameSource, normalizeAddress } from '../../../platform/network/name-source.ts';
import type { FewUserIds, UserIds } from '../../users/index.ts';
import { type AlertSearch, matchesSearchSql } from './alert-search.repository.ts';

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
  readonly search?: AlertSearch | undefined;
  readonly severity?: readonly AlertSeverity[] | undefined;
  readonly category?: readonly AlertCategory[] | undefined;
  readonly status?: readonly AlertStatus[] | undefined;
  /** Last seen since then. */
  readonly since?: Date | undefined;
  /** Whether that is so short ago that few alerts were seen since. */
  readonly isLately?: boolean | undefined;
  readonly isTest?: boolean | undefined;
}

/**
 * Selects the alerts that match, as `alert`.
 * @param source what has all columns of alerts that the filter and the query ask for
 */
export function selectAlerts(
  db: DbOrTrx,
  filter: AlertFilter,
  source: RawBuilder<Selectable<Tables['alerts']>> = alertsWithin(filter),
) {
  const { scope, id, user, rule, address, search, severity, category, status, since, isTest } =
    filter;
  let query = db.selectFrom(source.as('alert'));
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
  if (search) query = query.where(matchesSearchSql(search, scope?.visible ?? null));
  return query;
}

/**
 * Alerts of few users are found before anything else is asked of them, as `OFFSET` has it: the
 * planner would compare each alert of a list with thousands, or read the whole index of users.
 * Those of the last days are few as well, and are compared with the users at once; others are looked
 * up user by user.
 */
function alertsWithin({
  scope,
  since,
  isLately,
}: AlertFilter): RawBuilder<Selectable<Tables['alerts']>> {
  if (!scope?.few) return sql`alerts`;
  const users = sql`(${scope.few} OFFSET 0) AS mine`;
  return isLately && since
    ? sql`(SELECT alerts.* FROM ${users}
        JOIN alerts ON alerts.user_id = mine.id AND alerts.last_seen_at >= ${since} OFFSET 0)`
    : sql`(SELECT of_user.* FROM ${users}
        CROSS JOIN LATERAL (SELECT * FROM alerts WHERE user_id = mine.id OFFSET 0) AS of_user
        OFFSET 0)`;
}
