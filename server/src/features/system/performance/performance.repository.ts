import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import type { LatencyCounts } from '../../../platform/metrics/latency-bins.ts';
import type { TalliedKind, Tally } from '../../../platform/metrics/tally-calls.ts';

/** How long the periods are that figures are kept for. */
export type Span = 'minute' | 'hour' | 'day';

/** One process in one minute. */
export interface ProcessFacts {
  readonly process: string;
  readonly role: 'all' | 'web' | 'worker';
  readonly loopP50Ms: number;
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  readonly memoryBytes: number;
  readonly heapBytes: number;
  readonly cpuShare: number;
  readonly poolBusy: number;
  readonly poolWaiting: number;
  /** Of the whole installation; null when the queue could not be asked. */
  readonly jobsReady: number | null;
  readonly jobsActive: number | null;
}

export interface RecordedMinute {
  readonly at: Date;
  readonly facts: ProcessFacts;
  readonly tallies: readonly Tally[];
}

/** Writes minutes of one process in one statement; those that were written before stay. */
export async function insertMinutes(
  db: DbOrTrx,
  minutes: readonly RecordedMinute[],
): Promise<void> {
  const processes = minutes.map(({ at, facts }) => ({ at, ...facts }));
  const calls = minutes.flatMap(({ at, facts: { process }, tallies }) =>
    tallies.map((tally) => ({ at, process, ...tally })),
  );
  await sql`
    WITH calls AS (
      INSERT INTO performance_calls
      SELECT 'minute', at, process, kind, route, calls, failed, limited, slow, critical, bytes,
        bins, counts
      FROM jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) AS given (at timestamptz,
        process text, kind text, route text, calls bigint, failed bigint, limited bigint,
        slow bigint, critical bigint, bytes bigint, bins smallint[], counts bigint[])
      ON CONFLICT DO NOTHING)
    INSERT INTO performance_processes
    SELECT 'minute', at, process, role, "loopP50Ms", "loopP99Ms", "loopMaxMs", "memoryBytes",
      "heapBytes", "cpuShare", "poolBusy", "poolWaiting", "jobsReady", "jobsActive",
      CASE WHEN role = 'worker' THEN 0 ELSE 1 END
    FROM jsonb_to_recordset(${JSON.stringify(processes)}::jsonb) AS given (at timestamptz,
      process text, role text, "loopP50Ms" real, "loopP99Ms" real, "loopMaxMs" real,
      "memoryBytes" bigint, "heapBytes" bigint, "cpuShare" real, "poolBusy" integer,
      "poolWaiting" integer, "jobsReady" integer, "jobsActive" integer)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Returns the start of the last period of a span; null before the first. */
export async function findLastFolded(db: Db, span: Span): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(at) AS at FROM performance_processes WHERE span = ${span}`.execute(db);
  return rows[0]?.at ?? null;
}

/** Several processes may answer in one minute, of which there is one row each. */
const servedMinutes = {
  minute: sql`count(DISTINCT at) FILTER (WHERE served_minutes > 0)`,
  hour: sql`sum(served_minutes)`,
  day: sql`sum(served_minutes)`,
} as const satisfies Record<Span, unknown>;

/** Adds up periods into longer ones, again from their beginning: a second time changes nothing. */
export async function foldSpans(
  db: Db,
  { from, into }: { readonly from: Span; readonly into: Exclude<Span, 'minute'> },
  since: Date,
): Promise<void> {
  await sql`
    WITH source AS (
      SELECT date_trunc(${into}, at, 'UTC') AS at, kind, route, calls, failed, limited, slow,
        critical, bytes, bins, counts
      FROM performance_calls WHERE span = ${from} AND at >= ${since}),
    sums AS (
      SELECT at, kind, route, sum(calls) AS calls, sum(failed) AS failed, sum(limited) AS limited,
        sum(slow) AS slow, sum(critical) AS critical, sum(bytes) AS bytes
      FROM source GROUP BY at, kind, route),
    spread AS (
      SELECT at, kind, route, bin, sum(count)::bigint AS count
      FROM source, unnest(bins, counts) AS each (bin, count) GROUP BY at, kind, route, bin),
    gathered AS (
      SELECT at, kind, route, array_agg(bin) AS bins, array_agg(count) AS counts
      FROM spread GROUP BY at, kind, route),
    calls AS (
      INSERT INTO performance_calls
      SELECT ${into}, at, '', kind, route, calls, failed, limited, slow, critical, bytes, bins,
        counts
      FROM sums JOIN gathered USING (at, kind, route)
      ON CONFLICT (span, kind, at, route, process) DO UPDATE SET calls = excluded.calls,
        failed = excluded.failed, limited = excluded.limited, slow = excluded.slow,
        critical = excluded.critical, bytes = excluded.bytes, bins = excluded.bins,
        counts = excluded.counts),
    processes AS (
      SELECT *, date_trunc(${into}, at, 'UTC') AS start
      FROM performance_processes WHERE span = ${from} AND at >= ${since})
    INSERT INTO performance_processes
    SELECT ${into}, processes.start, '', 'all', max(loop_p50_ms), max(loop_p99_ms),
      max(loop_max_ms), max(memory_bytes), max(heap_bytes), max(cpu_share), max(pool_busy),
      max(pool_waiting), max(jobs_ready), max(jobs_active), ${servedMinutes[from]}
    FROM processes GROUP BY processes.start
    ON CONFLICT (span, at, process) DO UPDATE SET loop_p50_ms = excluded.loop_p50_ms,
      loop_p99_ms = excluded.loop_p99_ms, loop_max_ms = excluded.loop_max_ms,
      memory_bytes = excluded.memory_bytes, heap_bytes = excluded.heap_bytes,
      cpu_share = excluded.cpu_share, pool_busy = excluded.pool_busy,
      pool_waiting = excluded.pool_waiting, jobs_ready = excluded.jobs_ready,
      jobs_active = excluded.jobs_active, served_minutes = excluded.served_minutes`.execute(db);
}

/** Deletes periods of a span before a moment, up to `atMost` of each table. */
export async function deletePeriods(
  db: Db,
  span: Span,
  before: Date,
  atMost: number,
): Promise<number> {
  let most = 0;
  for (const name of ['performance_calls', 'performance_processes'] as const) {
    const table = sql.table(name);
    const { numAffectedRows } = await sql`
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE span = ${span} AND at < ${before}
        LIMIT ${atMost} FOR UPDATE SKIP LOCKED))`.execute(db);
    most = Math.max(most, Number(numAffectedRows ?? 0n));
  }
  return most;
}

/** Where and since when sums are wanted. */
export interface Period {
  readonly span: Span;
  readonly from: Date;
  readonly to: Date;
}

export interface CallSums extends LatencyCounts {
  readonly kind: TalliedKind;
  readonly route: string;
  readonly calls: number;
  readonly failed: number;
  readonly limited: number;
  readonly slow: number;
  readonly critical: number;
  readonly bytes: number;
}

/** Adds up a period by kind and route. As many rows as the contract has calls. */
export async function sumCalls(db: Db, { span, from, to }: Period): Promise<CallSums[]> {
  const { rows } = await sql<CallSums>`
    WITH source AS MATERIALIZED (
      SELECT kind, route, calls, failed, limited, slow, critical, bytes, bins, counts
      FROM performance_calls WHERE span = ${span} AND at >= ${from} AND at < ${to}),
    sums AS (
      SELECT kind, route, sum(calls)::float8 AS calls, sum(failed)::float8 AS failed,
        sum(limited)::float8 AS limited, sum(slow)::float8 AS slow,
        sum(critical)::float8 AS critical, sum(bytes)::float8 AS bytes
      FROM source GROUP BY kind, route),
    spread AS (
      SELECT kind, route, bin::int AS bin, sum(count)::float8 AS count
      FROM source, unnest(bins, counts) AS each (bin, count) GROUP BY kind, route, bin),
    gathered AS (
      SELECT kind, route, array_agg(bin) AS bins, array_agg(count) AS counts
      FROM spread GROUP BY kind, route)
    SELECT * FROM sums JOIN gathered USING (kind, route)`.execute(db);
  return rows;
}

/** Adds up one kind of calls that has no routes. */
export async function sumCallsOfKind(
  db: Db,
  kind: TalliedKind,
  { span, from, to }: Period,
): Promise<(LatencyCounts & Pick<CallSums, 'calls' | 'slow' | 'critical'>) | undefined> {
  const { rows } = await sql<LatencyCounts & Pick<CallSums, 'calls' | 'slow' | 'critical'>>`
    WITH source AS MATERIALIZED (
      SELECT calls, slow, critical, bins, counts FROM performance_calls
      WHERE span = ${span} AND kind = ${kind} AND at >= ${from} AND at < ${to}),
    spread AS (
      SELECT bin::int AS bin, sum(count)::float8 AS count
      FROM source, unnest(bins, counts) AS each (bin, count) GROUP BY bin)
    SELECT coalesce(sum(calls), 0)::float8 AS calls, coalesce(sum(slow), 0)::float8 AS slow,
      coalesce(sum(critical), 0)::float8 AS critical,
      ARRAY(SELECT bin FROM spread ORDER BY bin) AS bins,
      ARRAY(SELECT count FROM spread ORDER BY bin) AS counts
    FROM source`.execute(db);
  return rows[0];
}

export interface ServedMinutes {
  readonly servedMinutes: number;
  readonly minutes: number;
  /** From when on they are counted; null where nothing was recorded. */
  readonly since: Date | null;
}

/**
 * Counts the minutes of a period in which some process answered calls, and those that are known:
 * from the first that was ever recorded. Hours without a count are not.
 */
export async function countServedMinutes(
  db: Db,
  { from, minutesFrom, to }: { readonly from: Date; readonly minutesFrom: Date; readonly to: Date },
): Promise<ServedMinutes> {
  const { rows } = await sql<{ served: number; known: number; since: Date | null }>`
    WITH first AS (
      SELECT min(at) AS at FROM (
        (SELECT at FROM performance_processes WHERE span = 'minute' ORDER BY at LIMIT 1) UNION ALL
        -- The first hour was recorded from somewhere in it on: by its minutes, while they are kept.
        (SELECT at + interval '1 minute' * (60 - coalesce(served_minutes, 60)) AS at
          FROM performance_processes WHERE span = 'hour'
          ORDER BY performance_processes.at LIMIT 1)) AS oldest),
    hours AS (
      SELECT at, served_minutes FROM performance_processes
      WHERE span = 'hour' AND at >= ${from} AND at < ${minutesFrom}),
    single AS (
      SELECT count(DISTINCT at) AS served FROM performance_processes
      WHERE span = 'minute' AND at >= ${minutesFrom} AND at < ${to} AND served_minutes > 0)
    SELECT ((SELECT coalesce(sum(served_minutes), 0) FROM hours)
        + (SELECT served FROM single))::float8 AS served,
      -- greatest() passes over what is unknown: without any record, no minute is known.
      CASE WHEN first.at IS NULL THEN 0 ELSE greatest(0, extract(epoch FROM ${to}::timestamptz
          - greatest(first.at, ${from}::timestamptz)) / 60
        - 60 * (SELECT count(*) FROM hours WHERE served_minutes IS NULL)) END::float8 AS known,
      CASE WHEN first.at IS NULL THEN NULL ELSE greatest(first.at, ${from}::timestamptz) END AS since
    FROM first`.execute(db);
  const { served = 0, known = 0, since = null } = rows[0] ?? {};
  return { servedMinutes: served, minutes: known, since };
}

export interface CallsAt extends Omit<CallSums, 'route' | 'limited'> {
  readonly at: Date;
}

/** Adds up each step of a period by kind, without routes. */
export async function listCallsOverTime(db: Db, { span, from, to }: Period): Promise<CallsAt[]> {
  const { rows } = await sql<CallsAt>`
    WITH source AS MATERIALIZED (
      SELECT at, kind, calls, failed, slow, critical, bytes, bins, counts
      FROM performance_calls
      WHERE span = ${span} AND kind IN ('all', 'segment', 'sign_in')
        AND at >= ${from} AND at < ${to}),
    sums AS (
      SELECT at, kind, sum(calls)::float8 AS calls, sum(failed)::float8 AS failed,
        sum(slow)::float8 AS slow, sum(critical)::float8 AS critical, sum(bytes)::float8 AS bytes
      FROM source GROUP BY at, kind),
    spread AS (
      SELECT at, kind, bin::int AS bin, sum(count)::float8 AS count
      FROM source, unnest(bins, counts) AS each (bin, count) GROUP BY at, kind, bin),
    gathered AS (
      SELECT at, kind, array_agg(bin) AS bins, array_agg(count) AS counts
      FROM spread GROUP BY at, kind)
    SELECT * FROM sums JOIN gathered USING (at, kind)`.execute(db);
  return rows;
}

export interface ProcessesAt {
  readonly at: Date;
  readonly loopP99Ms: number;
  readonly memoryBytes: number;
  readonly cpuShare: number;
  readonly poolBusy: number;
  readonly poolWaiting: number;
  readonly jobsReady: number | null;
  readonly jobsActive: number | null;
}

/** Lists the highest figures of any process at each step of a period. */
export async function listProcessesOverTime(
  db: Db,
  { span, from, to }: Period,
): Promise<ProcessesAt[]> {
  const { rows } = await sql<ProcessesAt>`
    SELECT at, max(loop_p99_ms) AS "loopP99Ms", max(memory_bytes)::float8 AS "memoryBytes",
      max(cpu_share) AS "cpuShare", max(pool_busy) AS "poolBusy",
      max(pool_waiting) AS "poolWaiting", max(jobs_ready) AS "jobsReady",
      max(jobs_active) AS "jobsActive"
    FROM performance_processes
    WHERE span = ${span} AND at >= ${from} AND at < ${to} GROUP BY at`.execute(db);
  return rows;
}

/** Lists the last minute of each process that recorded one between two moments. */
export async function listLatestProcesses(
  db: Db,
  { from, to }: Pick<Period, 'from' | 'to'>,
  atMost: number,
): Promise<(ProcessFacts & { readonly at: Date })[]> {
  const { rows } = await sql<ProcessFacts & { readonly at: Date }>`
    SELECT DISTINCT ON (process) at, process, role, loop_p50_ms AS "loopP50Ms",
      loop_p99_ms AS "loopP99Ms", loop_max_ms AS "loopMaxMs",
      memory_bytes::float8 AS "memoryBytes", heap_bytes::float8 AS "heapBytes",
      cpu_share AS "cpuShare", pool_busy AS "poolBusy", pool_waiting AS "poolWaiting",
      jobs_ready AS "jobsReady", jobs_active AS "jobsActive"
    FROM performance_processes WHERE span = 'minute' AND at >= ${from} AND at <= ${to}
    ORDER BY process, at DESC LIMIT ${atMost}`.execute(db);
  return rows;
}
