import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { StartError } from '../errors/app-error.ts';
import { describeFailure } from './failures.ts';
import { type GuardedPool, type GuardOptions, openGuardedPool } from './guarded-pool.ts';
import { createPreparingPool, type StatementListener } from './prepared-statements.ts';
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
    /** Is told of typed queries. */
    readonly statements?: StatementListener | undefined;
  },
): { db: Db; pool: Pool } {
  const { onSecondConnection = refuse, statements, ...guard } = options;
  const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();
  const pool = openGuardedPool(
    (config) => new WatchedPool({ connectionString, ...config }, transactions, onSecondConnection),
    { ...guard, applicationName: 'prahari' },
  );
  const dialect = new PostgresDialect({ pool: createPreparingPool(pool, statements) });
  return { db: new WatchedDatabase<Tables>({ dialect }, transactions), pool };
}

/** Opens a pool of at most `poolSize` connections for a library that writes its own statements. */
export function openPlainPool(connectionString: string, options: GuardOptions): GuardedPool {
  return openGuardedPool((config) => new pg.Pool({ connectionString, ...config }), options);
}

function refuse(error: SecondConnectionError): never {
  throw error;
}

const oldestVersion = 150_000;

/** PgBouncer 1.18 to 1.25 refuse settings that it does not know in these words. */
function isRefusalOfPooler(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error && cause.message.startsWith('unsupported startup parameter');
}

/**
 * Refuses a pooler before another database than that which is brought up to date and listened to.
 * @throws StartError
 */
export async function checkPooler(direct: GuardedPool, pooled: GuardedPool): Promise<void> {
  const name = `SELECT current_database() || ' ' || pg_postmaster_start_time() AS identity`;
  const ask = async (pool: GuardedPool) => (await pool.query<{ identity: string }>(name)).rows[0];
  const [behind, asked] = await Promise.all([ask(direct), ask(pooled)]);
  if (behind?.identity === asked?.identity) return;
  throw new StartError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
}

/**
 * Says in one sentence what is wrong with DATABASE_URL before anything else relies on it.
 * @throws StartError
 */
export async function checkDatabase(pool: GuardedPool): Promise<void> {
  try {
    const answer = await pool.query<{ version: number; encoding: string }>(
      `SELECT current_setting('server_version_num')::int AS version,
         current_setting('server_encoding') AS encoding`,
    );
    const [found] = answer.rows;
    if ((found?.version ?? 0) < oldestVersion)
      throw new StartError('DATABASE_URL leads to a PostgreSQL older than 15: use 15 or newer.');
    if (found?.encoding !== 'UTF8') {
      throw new StartError(
        `The database of DATABASE_URL has the encoding ${found?.encoding}, which can't hold all names: create it with ENCODING 'UTF8' TEMPLATE template0.`,
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (isRefusalOfPooler(error)) {
      throw new StartError(
        'DATABASE_URL seems to lead to PgBouncer: name the PostgreSQL behind it in DATABASE_DIRECT_URL.',
      );
    }
    throw new StartError(
      `The database can't be reached with DATABASE_URL: ${describeFailure(error)}.`,
    );
  }
}
