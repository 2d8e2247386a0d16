import type { Compilable, CompiledQuery } from 'kysely';
import type { DbOrTrx } from './database.ts';

/**
 * Keeps a statement with one value: builds it at its first use and runs it with other values from
 * then on. For statements of every request: building a long one takes longer than sending it.
 * @param write must use its value once, and no other changing value
 */
export function writeOnce<Value, Row>(
  write: (db: DbOrTrx, value: Value) => Compilable<Row>,
): (db: DbOrTrx, value: Value) => Promise<Row[]> {
  let written: CompiledQuery<Row> | undefined;
  return async (db, value) => {
    written ??= write(db, value).compile();
    const { rows } = await db.executeQuery<Row>({ ...written, parameters: [value] });
    return rows;
  };
}
