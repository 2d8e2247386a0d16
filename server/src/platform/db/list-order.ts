import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/** The position of a row in the order of its list. */
export interface Place {
  readonly id: string;
  /** As text; null where the row has no value. */
  readonly key: string | null;
}

/** The next rows of a list: those after a position, or the first ones if that is null. */
export interface ListPart {
  readonly place: Place | null;
  readonly limit: number;
}

/** The order of a list: by a value and then by the id, both in the same direction. */
export interface ListOrder {
  readonly key: RawBuilder<unknown>;
  /** The type of the value, for a cast. */
  readonly type: RawBuilder<unknown>;
  /** The column of the id, such as `incident.id`. */
  readonly id: string;
  readonly isAscending: boolean;
  /** Rows may lack the value: they come last in both directions. */
  readonly mayBeEmpty?: boolean;
}

export function buildOrderSql({
  key,
  id,
  isAscending,
  mayBeEmpty,
}: ListOrder): RawBuilder<unknown> {
  const direction = isAscending ? sql`ASC` : sql`DESC`;
  const empty = mayBeEmpty ? sql`NULLS LAST` : sql``;
  return sql`${key} ${direction} ${empty}, ${sql.ref(id)} ${direction}`;
}

/** Reads each row's exact position: a `Date` would lose microseconds. */
export function buildPlaceSql({ key, id }: ListOrder) {
  return sql<Place>`jsonb_build_object('id', ${sql.ref(id)}, 'key', (${key})::text)`.as('place');
}

/** Builds the condition that a row comes after a position, which may no longer belong to a row. */
export function buildAfterSql(order: ListOrder, place: Place | null): RawBuilder<SqlBool> {
  const { key, type, isAscending } = order;
  if (!place) return sql<SqlBool>`true`;
  const id = sql.ref(order.id);
  const than = isAscending ? sql`>` : sql`<`;
  if (place.key === null) return sql<SqlBool>`(${key} IS NULL AND ${id} ${than} ${place.id}::uuid)`;
  return sql<SqlBool>`(${key}, ${id}) ${than} (${place.key}::${type}, ${place.id}::uuid)`;
}

/** Selects one page of a list. */
export function selectPage<DB, Table extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, Table, Row>,
  order: ListOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return found.orderBy(buildOrderSql(order)).limit(limit).offset(offset);
}

/** Selects the next rows of a list in which each row has the value, with the position of each. */
export function selectRowsAfter<DB, Table extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, Table, Row>,
  order: ListOrder,
  { place, limit }: ListPart,
) {
  return found
    .select(buildPlaceSql(order))
    .where(buildAfterSql(order, place))
    .orderBy(buildOrderSql(order))
    .limit(limit);
}

/**
 * Reads the next rows of a list in which some may lack the value: an index finds these separately.
 */
export async function readRowsAfter<Row>(
  order: ListOrder,
  { place, limit }: ListPart,
  read: (isWanted: RawBuilder<SqlBool>, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const isAfter = buildAfterSql(order, place);
  if (!order.mayBeEmpty || place?.key === null) return read(isAfter, limit);
  const filled = await read(sql<SqlBool>`(${isAfter} AND ${order.key} IS NOT NULL)`, limit);
  if (filled.length >= limit) return filled;
  const empty = await read(sql<SqlBool>`${order.key} IS NULL`, limit - filled.length);
  return [...filled, ...empty];
}
