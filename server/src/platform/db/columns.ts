import type { ColumnType } from 'kysely';

/** A `timestamptz`, which does not accept text. */
export type Instant = ColumnType<Date, Date, Date>;
/** Read parsed, written as text: the driver turns a list into a PostgreSQL array. */
export type JsonText = ColumnType<unknown, string, string>;
/** Read as text, since a number can't hold every one. */
export type BigInteger = ColumnType<string, number, number>;
/** Computed by the database from other columns. */
export type Computed<Value> = ColumnType<Value, never, never>;

/** A column with a narrower type: of its values, or itself a `ColumnType`. */
type Narrowed<Column, Value> =
  Value extends ColumnType<unknown, unknown, unknown>
    ? Value
    : Column extends ColumnType<infer Read, infer Inserted, infer Updated>
      ? unknown extends Read
        ? ColumnType<Value, Inserted, Updated>
        : ColumnType<Value, Kept<Inserted> | Value, Value | Kept<Updated>>
      : Column extends null
        ? null
        : Value;
type Kept<Type> = Extract<Type, null | undefined>;

/** A generated table, with narrower types for some of its columns. */
export type NarrowedTable<
  Table,
  Values extends { [Name in keyof Values]: Name extends keyof Table ? unknown : never },
> = {
  [Name in keyof Table]: Name extends keyof Values
    ? Narrowed<Table[Name], Values[Name]>
    : Table[Name];
};
