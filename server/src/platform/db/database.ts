import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { StartError } from '../errors/app-error.ts';
import { preparingPool } from './prepared-statements.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Pool = pg.Pool;
export type Trx = Transaction<Tables>;
/** Either: repositories take what they are given, so that steps share a transaction. */
export type DbOrTrx = Db | Trx;

/** Opens a pool of at most `poolSize` connections. Idle errors go to `onError`, not to the process. */
export function openDatabase(
  connectionString: string,
  options: { poolSize: number; onError(error: Error): void },
): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString,
    max: options.poolSize,
    application_name: 'prahari',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  pool.on('error', options.onError);
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) }),
    pool,
  };
}

const oldestVersion = 150_000;

/**
 * Says in one sentence what is wrong with DATABASE_URL before anything else relies on it.
 * @throws StartError
 */
export async function checkDatabase(pool: pg.Pool): Promise<void> {
  try {
    const answer = await pool.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    if ((answer.rows[0]?.version ?? 0) < oldestVersion)
      throw new StartError('DATABASE_URL leads to a PostgreSQL older than 15: use 15 or newer.');
  } catch (error) {
    if (error instanceof StartError) throw error;
    const why =
      error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : `${error}`;
    throw new StartError(`The database can't be reached with DATABASE_URL: ${why}.`);
  }
}
