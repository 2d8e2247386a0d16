import { type RawBuilder, sql } from 'kysely';
import type { ListOrder as PlacedOrder } from '../../../platform/db/list-order.ts';
import type { PlaceField } from '../users.policy.ts';

export type UserSortKey =
  | PlaceField
  | 'name'
  | 'contactNumber'
  | 'userType'
  | 'status'
  | 'loginCount'
  | 'createdAt'
  | 'lastLoginAt';

export interface ListOrder {
  readonly by: UserSortKey;
  readonly isAscending: boolean;
}

interface SortKey {
  readonly expression: RawBuilder<unknown>;
  readonly type: RawBuilder<unknown>;
  readonly mayBeEmpty: boolean;
}

const text = sql`text`;
const instant = sql`timestamptz`;

/** Each is the first column of an index whose second is the id (`0002_users.sql`). */
export const sortKeys = {
  name: { expression: sql`lower(name)`, type: text, mayBeEmpty: false },
  contactNumber: { expression: sql`contact_number`, type: text, mayBeEmpty: false },
  userType: { expression: sql`user_type`, type: text, mayBeEmpty: false },
  status: { expression: sql`status`, type: text, mayBeEmpty: false },
  kendraType: { expression: sql`kendra_type`, type: text, mayBeEmpty: true },
  country: { expression: sql`country`, type: text, mayBeEmpty: true },
  district: { expression: sql`district`, type: text, mayBeEmpty: true },
  loginCount: { expression: sql`login_count`, type: sql`integer`, mayBeEmpty: false },
  createdAt: { expression: sql`created_at`, type: instant, mayBeEmpty: false },
  lastLoginAt: { expression: sql`last_login_at`, type: instant, mayBeEmpty: true },
} as const satisfies Record<UserSortKey, SortKey>;

/** Converts an order for keyset pagination by `platform/db/list-order.ts`. */
export function toListOrder({ by, isAscending }: ListOrder): PlacedOrder {
  const { expression: key, type, mayBeEmpty } = sortKeys[by];
  return { key, type, mayBeEmpty, id: 'id', isAscending };
}

/** Sorts by the columns `key` and `id`. Empty values come last in either direction. */
export function buildOrderSql(order: ListOrder, isFromEnd = false): RawBuilder<unknown> {
  const direction = order.isAscending === isFromEnd ? sql`DESC` : sql`ASC`;
  const empties = isFromEnd ? sql`NULLS FIRST` : sql`NULLS LAST`;
  return sortKeys[order.by].mayBeEmpty
    ? sql`key ${direction} ${empties}, id ${direction}`
    : sql`key ${direction}, id ${direction}`;
}
