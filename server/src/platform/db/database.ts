import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, type Logger, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { StartError } from '../errors/app-error.ts';
import type { Statement } from '../tracing/tracing.ts';
import { describeFailure } from './failures.ts';
import { type GuardedPool, type GuardOptions, openGuardedPool } from './guarded-pool.ts';
import { createPreparingPool } from './prepared-statements.ts';
import type { Tables } from './tables.ts';
import { type SecondConnectionError, WatchedDatabase, WatchedPool } from './watched-pool.ts';

export type Db = Kysely<Tables>;
export type Pool = GuardedPool<WatchedPool>;
export type Trx = Transaction<Tables>;
/** Repositories accept either, so that steps can share a transaction. */
export type DbOrTrx = Db | Trx;

/**
 * Opens a pool of at most `poolSize` connections, for typed queries and for plain ones. A transaction
 * that asks for a second connection is refused, unless `onSecondConnection` lets it pass.
 */
export function openDatabase(
  connectionString: string,
  options: Omit<GuardOptions, 'applicationName'> & {
    readonly onSecondConnection?: (error: SecondConnectionError) => void;
    /** Is told of each typed query when it has ended; left out, none is measured. */
    readonly onStatement?: ((statement: Statement) => void) | undefined;
  },
): { db: Db; pool: Pool } {
  const { onSecondConnection = refuse, onStatement, ...guard } = options;
  const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();
  const pool = openGuardedPool(
    (config) => new WatchedPool({ connectionString, ...config }, transactions, onSecondConnection),
    { ...guard, applicationName: 'prahari' },
  );
  const dialect = new PostgresDialect({ pool: createPreparingPool(pool) });
  const config = onStatement ? { dialect, log: tellStatements(onStatement) } : { dialect };
  return { db: new WatchedDatabase<Tables>(config, transactions), pool };
}

function tellStatements(tell: (statement: Statement) => void): Logger {
  return (event) => {
    const { sql } = event.query;
    const error = event.level === 'error' ? { error: event.error } : {};
    tell({ sql, durationMs: event.queryDurationMillis, ...error });
  };
}

/** Opens a pool of at most `poolSize` connections for a library that writes its own statements. */
export function openPlainPool(connectionString: string, options: GuardOptions): GuardedPool {
  return openGuardedPool((config) => new pg.Pool({ connectionString, ...config }), options);
}

function refuse(error: SecondConnectionError): never {
  throw error;
}

const oldestVersion = 150_000;

/**
 * Says in one sentence what is wrong with DATABASE_URL before anything else relies on it.
 * @throws StartError
 */
export async function checkDatabase(pool: GuardedPool): Promise<void> {
  try {
    const answer = await pool.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    if ((answer.rows[0]?.version ?? 0) < oldestVersion)
      throw new StartError('DATABASE_URL leads to a PostgreSQL older than 15: use 15 or newer.');
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The database can't be reached with DATABASE_URL: ${describeFailure(error)}.`,
    );
  }
}
