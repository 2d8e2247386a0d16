import type { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely';
import pg from 'pg';

/** Whether the steps that run here hold a connection of a pool until they are through. */
interface Transaction {
  isOpen: boolean;
}
type Transactions = AsyncLocalStorage<Transaction>;
type OnConnected = Parameters<pg.Pool['connect']>[0];

/** The ten last frames are those of the query builder, before those of the caller. */
const stackFrames = 40;

/** A transaction asked for a second connection: its caller did not pass the transaction on. */
export class SecondConnectionError extends Error {
  override readonly name = 'SecondConnectionError';

  constructor() {
    const usual = Error.stackTraceLimit;
    Error.stackTraceLimit = stackFrames;
    super('A transaction asked the pool for a second connection: pass it on instead.');
    Error.stackTraceLimit = usual;
  }
}

/**
 * Reports callers that wait for a connection, and those that ask for a second one. A transaction
 * that waits for a second connection keeps its first: as many of them as the pool has connections
 * wait for each other until they time out, and every other call waits with them.
 */
export class WatchedPool extends pg.Pool {
  readonly #transactions: Transactions;
  readonly #onSecondConnection: (error: SecondConnectionError) => void;
  #observeWait: (waitedMs: number) => void = () => {};
  /** Of this process so far. */
  secondConnections = 0;

  /** @param onSecondConnection may throw, which refuses the connection */
  constructor(
    config: pg.PoolConfig,
    transactions: Transactions,
    onSecondConnection: (error: SecondConnectionError) => void,
  ) {
    super(config);
    this.#transactions = transactions;
    this.#onSecondConnection = onSecondConnection;
  }

  /** Counts connections that are in use, and callers that have none yet. */
  countUse(): { readonly poolBusy: number; readonly poolWaiting: number } {
    return { poolBusy: this.totalCount - this.idleCount, poolWaiting: this.waitingCount };
  }

  /** Reports each wait for a connection, refused ones too. */
  observeWaits(observe: (waitedMs: number) => void): void {
    this.#observeWait = observe;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | undefined {
    if (!onConnected) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    }
    if (this.#transactions.getStore()?.isOpen) {
      this.secondConnections += 1;
      this.#onSecondConnection(new SecondConnectionError());
    }
    const askedAt = performance.now();
    super.connect((error, client, release) => {
      this.#observeWait(performance.now() - askedAt);
      onConnected(error, client, release);
    });
    return undefined;
  }
}

/** A database whose transactions are known to its pool. */
export class WatchedDatabase<Tables> extends Kysely<Tables> {
  readonly #transactions: Transactions;

  constructor(config: KyselyConfig, transactions: Transactions) {
    super(config);
    this.#transactions = transactions;
  }

  override transaction(): TransactionBuilder<Tables> {
    return this.#marked(super.transaction());
  }

  #marked(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
    const execute = builder.execute.bind(builder);
    const setIsolationLevel = builder.setIsolationLevel.bind(builder);
    const setAccessMode = builder.setAccessMode.bind(builder);
    builder.setIsolationLevel = (level) => this.#marked(setIsolationLevel(level));
    builder.setAccessMode = (mode) => this.#marked(setAccessMode(mode));
    builder.execute = (steps) =>
      execute((trx) => {
        const transaction = { isOpen: true };
        return this.#transactions.run(transaction, async () => {
          try {
            return await steps(trx);
          } finally {
            // Work that was started here and continues without it, such as a timer, holds nothing.
            transaction.isOpen = false;
          }
        });
      });
    return builder;
  }
}
