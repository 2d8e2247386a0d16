import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from './database.ts';
import { DatabaseUnavailable } from './failures.ts';
import type { GuardedPool } from './guarded-pool.ts';
import { createPreparingPool } from './prepared-statements.ts';
import type { Tables } from './tables.ts';

/**
 * Opens a database that is never there: each statement fails as it does where the connection is lost.
 * With it the platform finds out about itself what it decides while it can't read.
 */
export function openAbsentDatabase(): { readonly db: Db; readonly pool: GuardedPool } {
  const fail = async (): Promise<never> => {
    throw new DatabaseUnavailable('lost');
  };
  const pool: GuardedPool = {
    // It never connects.
    connections: new pg.Pool({ max: 1 }),
    keepsStatements: false,
    connect: fail,
    query: fail,
    end: async () => undefined,
  };
  const dialect = new PostgresDialect({ pool: createPreparingPool(pool) });
  return { db: new Kysely<Tables>({ dialect }), pool };
}
