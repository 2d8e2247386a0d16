import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tracing } from '../tracing/tracing.ts';
import type { GuardedClient, GuardedPool } from './guarded-pool.ts';

/** How often a statement must occur to be prepared; rare ones are not worth a place (pgjdbc: 5). */
const worthFrom = 5;
/** Held by each connection; PostgreSQL keeps some ten kilobytes of plan for one. */
const mostHeld = 120;
/** Statements whose uses are counted. */
const mostCounted = 2000;
/** Long ones are for many rows at once, and differ with the number of rows. */
const longestText = 6000;
/**
 * Pages of lists, searches and counts: the best index depends on the values, and a generic plan
 * reads a million users where a specific one reads a hundred.
 */
const plannedEachTime = /\border by\b[\s\S]*\blimit\b|\bilike\b|\bcount\(/i;
/**
 * `*`: its columns change with the schema, and those of a prepared statement must not (SQLSTATE
 * 0A000).
 */
const neverPrepared = /(?:^|[\s.,])\*(?:[\s,]|$)|"\*"/;

/**
 * Is asked before each statement whether to measure it, and called when a measured one has ended.
 */
export type StatementListener = Pick<Tracing, 'isTraced' | 'noteStatement'>;

/**
 * Lets the server parse and plan repeated statements only once for each connection, as drivers of
 * other languages do: planning is a third of what the database does for a short call.
 */
export function createPreparingPool(pool: GuardedPool, listener?: StatementListener): PostgresPool {
  const uses = new LRUCache<string, number>({ max: mostCounted });
  const clients = new WeakMap<GuardedClient, PostgresPoolClient>();

  function isWorthwhile(text: string): boolean {
    if (!pool.keepsStatements) return false;
    const count = (uses.get(text) ?? 0) + 1;
    uses.set(text, count);
    return count > worthFrom;
  }

  return {
    options: pool.connections.options,
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client, isWorthwhile, listener);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function preparingClient(
  client: GuardedClient,
  isWorthwhile: (text: string) => boolean,
  listener: StatementListener | undefined,
): PostgresPoolClient {
  const dropped: string[] = [];
  const names = new LRUCache<string, string>({
    max: mostHeld,
    dispose: (name) => void dropped.push(name),
  });
  let made = 0;

  function chooseName(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (text.length > longestText || neverPrepared.test(text)) return;
    if (plannedEachTime.test(text) || !isWorthwhile(text)) return;
    made += 1;
    const name = `prahari_${made}`;
    names.set(text, name);
    return name;
  }

  async function ask<Row>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    const name = values.length === 0 ? undefined : chooseName(text);
    const question = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    const { rows, rowCount, command } = await client.query(question);
    for (const gone of dropped.splice(0)) await client.query({ text: `DEALLOCATE ${gone}` });
    return { rows, rowCount: rowCount ?? 0, command: parseCommand(command) };
  }

  /** Runs a statement like `ask`, and reports it to the listener. */
  async function askTraced<Row>(
    told: StatementListener,
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    const begunMs = performance.now();
    const note = (failure: { readonly error?: unknown }) =>
      told.noteStatement({ sql: text, durationMs: performance.now() - begunMs, ...failure });
    try {
      const result = await ask<Row>(text, values);
      note({});
      return result;
    } catch (error) {
      note({ error });
      throw error;
    }
  }

  return createPoolClient(
    (text, values) =>
      listener?.isTraced() ? askTraced(listener, text, values) : ask(text, values),
    (isBroken) => client.release(isBroken),
  );
}

/** Creates a client in the form that Kysely gets from a pool. */
export function createPoolClient(
  ask: <Row>(text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<Row>>,
  release: (isBroken?: boolean) => void,
): PostgresPoolClient {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    asked: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof asked !== 'string') throw new TypeError('rows are not read by cursors here');
    return ask<Row>(asked, values);
  }
  return { query, release };
}

type Command = PostgresQueryResult<unknown>['command'];
const commands = ['UPDATE', 'DELETE', 'INSERT', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

/** Returns the command as Kysely distinguishes it; of all others it reads rows. */
function parseCommand(command: string): Command {
  return commands.find((one) => one === command) ?? 'SELECT';
}
