import { setTimeout as delay } from 'node:timers/promises';
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Db } from './database.ts';
import { describeFailure } from './failures.ts';
import { type GuardedPool, lostClientOptions } from './guarded-pool.ts';
import { createPoolClient } from './prepared-statements.ts';
import { addMark, findLagMs, type LogMark, parseLogPlace } from './replica-lag.rules.ts';
import type { Tables } from './tables.ts';

/** Reports are few, and each reads much. */
const poolSize = 6;
const connectLimitMs = 2000;
const lookEveryMs = 1000;
const never = Number.POSITIVE_INFINITY;

export interface ReadReplica {
  /** For queries that only read, outside of transactions: asks the replica while it is fresh. */
  readonly db: Db;
  /** How far it lies behind at most, in milliseconds; infinite while that is not known. */
  lagMs(): number;
  stop(): Promise<void>;
}

/**
 * Opens a replica for reports. The primary answers instead while the replica lags by more than
 * `mostLagMs`, is away, or cancelled a query because of a conflict with replay.
 */
export function openReadReplica(
  connectionString: string,
  deps: {
    readonly primary: GuardedPool;
    readonly log: Log;
    readonly mostLagMs: number;
    readonly statementLimitMs: number;
  },
): ReadReplica {
  const { primary, log, mostLagMs, statementLimitMs } = deps;
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    application_name: 'prahari-reports',
    connectionTimeoutMillis: connectLimitMs,
    statement_timeout: statementLimitMs,
    query_timeout: statementLimitMs,
    keepAlive: true,
    options: lostClientOptions,
  });
  // An idle connection was lost; the next look finds out why.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const stopping = new AbortController();
  let marks: readonly LogMark[] = [];
  /** The lag at the last look, and when that was. */
  let seen = { lagMs: never, atMs: performance.now() };
  let wasFresh: boolean | undefined;

  const lagMs = () => seen.lagMs + performance.now() - seen.atMs;
  const isFresh = () => lagMs() <= mostLagMs;

  /** Logs when reports move between replica and primary. */
  function tell(why: string): void {
    if (isFresh() === wasFresh) return;
    wasFresh = isFresh();
    if (wasFresh) log.info('reports are read from the replica');
    else log.warn({ why }, 'reports are read from the primary: the replica is not fresh enough');
  }

  async function look(): Promise<void> {
    const place = 'SELECT pg_current_wal_insert_lsn()::text AS place';
    const [mark] = (await primary.query<{ place: string }>(place)).rows;
    const reached = parseLogPlace(mark?.place ?? '');
    if (reached !== undefined) marks = addMark(marks, { place: reached, atMs: performance.now() });
    const replayed = 'SELECT pg_last_wal_replay_lsn()::text AS place';
    const [answer] = (await pool.query<{ place: string | null }>(replayed)).rows;
    const at = parseLogPlace(answer?.place ?? '');
    const atMs = performance.now();
    seen = { lagMs: at === undefined ? never : findLagMs(marks, at, atMs), atMs };
    tell(at === undefined ? 'DATABASE_READ_URL leads to no replica' : 'it lies behind');
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => tell(describeFailure(error)));
      await delay(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const watching = watch();

  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: choosingPool(pool, {
        primary,
        isFresh,
        onFailure(error) {
          seen = { lagMs: never, atMs: performance.now() };
          tell(describeFailure(error));
        },
      }),
    }),
  });
  return {
    db,
    lagMs,
    async stop() {
      stopping.abort();
      await watching;
      await pool.end();
    },
  };
}

/**
 * Tells `/metrics` how far the replica lies behind; nothing where there is none or that is not
 * known.
 */
export function measureReplica(
  metrics: Pick<Metrics, 'gauge'>,
  replica: Pick<ReadReplica, 'lagMs'> | undefined,
): void {
  metrics.gauge(
    'prahari_replica_lag_seconds',
    'How far the replica that answers reports lies behind at most.',
    [],
    async () => {
      const lagMs = replica?.lagMs() ?? never;
      return lagMs === never ? [] : [{ labels: {}, value: lagMs / 1000 }];
    },
  );
}

interface Choice {
  readonly primary: GuardedPool;
  isFresh(): boolean;
  onFailure(error: unknown): void;
}

/** Hands out connections to the replica whose queries are asked again elsewhere when they fail. */
function choosingPool(pool: pg.Pool, { primary, isFresh, onFailure }: Choice): PostgresPool {
  async function tryReplica(): Promise<pg.PoolClient | undefined> {
    if (!isFresh()) return undefined;
    try {
      return await pool.connect();
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  }

  async function connect(): Promise<PostgresPoolClient> {
    const replica = await tryReplica();
    let isBroken = replica === undefined;
    async function ask<Row>(
      text: string,
      given: readonly unknown[],
    ): Promise<PostgresQueryResult<Row>> {
      const values = [...given];
      if (replica !== undefined && !isBroken) {
        try {
          return readRows(await replica.query(text, values));
        } catch (error) {
          isBroken = true;
          onFailure(error);
        }
      }
      return readRows(await primary.query({ text, values }));
    }
    return createPoolClient(ask, () => replica?.release(isBroken));
  }
  // The pools end with what opened them.
  return { options: pool.options, connect, end: async () => undefined };
}

function readRows<Row>({ rows, rowCount }: pg.QueryResult): PostgresQueryResult<Row> {
  return { rows, rowCount: rowCount ?? 0, command: 'SELECT' };
}
