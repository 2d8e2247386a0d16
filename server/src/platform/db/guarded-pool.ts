import pg from 'pg';
import { classifyFailure, DatabaseUnavailable, endsConnection } from './failures.ts';
import type { DatabaseWatch } from './watch.ts';

/** A new connection must be open within this time. */
const connectLimitMs = 4000;
/** How long others may hold all connections while the database answers. */
const waitLimitMs = 10_000;
/** After this time a statement triggers a check whether the database is still there. */
const suspiciousMs = 500;
const lookEveryMs = 100;
/** The server ends a statement first: that keeps the connection. */
const serverEndsEarlierMs = 1000;
/** How long a transaction without further statements may keep its rows locked. */
const idleInTransactionMs = 60_000;
/**
 * The server ends a connection a minute after the machine behind it is gone. By itself it keeps it for
 * two hours, one of a hundred that it has.
 */
export const lostClientOptions =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

export interface GuardedClient {
  /** @throws DatabaseUnavailable, and errors of the database about the statement */
  query(question: pg.QueryConfig): Promise<pg.QueryResult>;
  /** @param isBroken true closes the connection */
  release(isBroken?: boolean): void;
}

/**
 * A pool whose connections may be lost at any time without harm, and which limits how long callers
 * wait.
 */
export interface GuardedPool<Connections extends pg.Pool = pg.Pool> {
  /** For its counts and events; a connection taken from it is not guarded. */
  readonly connections: Connections;
  /** Whether a statement with a name finds its connection again. */
  readonly keepsStatements: boolean;
  /** Connects; returns the same object for the same connection. @throws DatabaseUnavailable */
  connect(): Promise<GuardedClient>;
  /** @throws DatabaseUnavailable, and errors of the database about the statement */
  query<Row extends pg.QueryResultRow>(
    question: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  end(): Promise<void>;
}

export interface GuardOptions {
  readonly poolSize: number;
  readonly applicationName: string;
  /** After how long a statement is given up; undefined: never, as migrations need. */
  readonly statementLimitMs: number | undefined;
  readonly watch: DatabaseWatch;
  /** A pooler gives each transaction any of its connections, with settings of its own. */
  readonly isBehindPooler?: boolean;
}

interface Waiting {
  /**
   * Counts only time in which this process ran: a stopped process has not read answers that
   * arrived.
   */
  waitedMs: number;
  giveUp(error: DatabaseUnavailable): void;
}

class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectLimitMs });
  }
}

/** Opens a pool of at most `poolSize` connections. */
export function openGuardedPool<Connections extends pg.Pool>(
  open: (config: pg.PoolConfig) => Connections,
  options: GuardOptions,
): GuardedPool<Connections> {
  const { watch, statementLimitMs, isBehindPooler = false } = options;
  const serverLimits = {
    options: lostClientOptions,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...(statementLimitMs === undefined
      ? {}
      : { statement_timeout: statementLimitMs - serverEndsEarlierMs }),
  };
  const pool = open({
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: waitLimitMs,
    Client: QuickClient,
    keepAlive: true,
    ...(isBehindPooler ? {} : serverLimits),
  });
  const waiting = new Set<Waiting>();
  const clients = new WeakMap<pg.PoolClient, GuardedClient>();
  const openedIn = new WeakMap<pg.PoolClient, number>();

  // A connection that ends while it is in use emits an error, which ends the process if there is no
  // listener: so one listener stays for its whole life. The caller gets the error from the
  // statement.
  pool.on('connect', (client) => {
    openedIn.set(client, watch.outages());
    client.on('error', (error) => {
      watch.name('lost', error);
      watch.suspect();
    });
  });
  pool.on('error', () => {});

  function giveUpAll(error: DatabaseUnavailable): void {
    for (const one of waiting) one.giveUp(error);
  }
  watch.onAway((failure) => giveUpAll(new DatabaseUnavailable(failure)));

  const look = setInterval(() => {
    for (const one of waiting) {
      one.waitedMs += lookEveryMs;
      if (one.waitedMs > suspiciousMs) watch.suspect();
      if (statementLimitMs !== undefined && one.waitedMs > statementLimitMs) {
        one.giveUp(new DatabaseUnavailable('too_slow'));
      }
    }
  }, lookEveryMs);
  look.unref();

  /** Returns the error in our terms, named in the log; any other error unchanged. */
  function explained(error: unknown): unknown {
    const failure = classifyFailure(error);
    if (failure === undefined) return error;
    if (error instanceof DatabaseUnavailable) return error;
    if (failure === 'lost' || failure === 'unreachable' || failure === 'silent') watch.suspect();
    else watch.name(failure, error);
    return new DatabaseUnavailable(failure, error);
  }

  async function answered<T>(asking: Promise<T>): Promise<T> {
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const one: Waiting = { waitedMs: 0, giveUp: reject };
    waiting.add(one);
    try {
      return await Promise.race([asking, givenUp]);
    } finally {
      waiting.delete(one);
    }
  }

  function guarded(client: pg.PoolClient): GuardedClient {
    let isBroken = false;
    return {
      async query(question: pg.QueryConfig): Promise<pg.QueryResult> {
        if (isBroken) throw new DatabaseUnavailable('lost');
        // A library may name its statements: behind a pooler the next connection does not know them.
        const asked = isBehindPooler ? { ...question, name: undefined } : question;
        try {
          return await answered(client.query(asked));
        } catch (error) {
          isBroken ||= endsConnection(error);
          throw explained(error);
        }
      },
      release: (asBroken = false) => client.release(asBroken || isBroken),
    };
  }

  async function connect(): Promise<GuardedClient> {
    for (;;) {
      const failure = watch.away();
      if (failure !== undefined) throw new DatabaseUnavailable(failure);
      const taking = pool.connect();
      const client = await answered(taking).catch((error: unknown) => {
        // Received after the caller gave up.
        taking.then(
          (late) => late.release(),
          () => {},
        );
        throw explained(error);
      });
      if (openedIn.get(client) === watch.outages()) {
        const known = clients.get(client) ?? guarded(client);
        clients.set(client, known);
        return known;
      }
      client.release(true);
    }
  }

  return {
    connections: pool,
    keepsStatements: !isBehindPooler,
    connect,
    async query<Row extends pg.QueryResultRow>(
      question: string | pg.QueryConfig,
      values?: unknown[],
    ): Promise<pg.QueryResult<Row>> {
      const client = await connect();
      try {
        const config = typeof question === 'string' ? { text: question } : question;
        return await client.query(values === undefined ? config : { ...config, values });
      } finally {
        client.release();
      }
    },
    async end() {
      clearInterval(look);
      await pool.end();
    },
  };
}
