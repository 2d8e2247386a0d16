import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import {
  classifyFailure,
  type DatabaseFailure,
  DatabaseUnavailable,
  describeFailure,
} from './failures.ts';

/** A connection that is not open after this long counts as none. */
const probeLimitMs = 2000;
const tickMs = 100;
/** Between two attempts while the database is away. */
const probePauseMs = 250;
/** How long an answer is trusted, in spite of suspicions. */
const trustMs = 500;
/** The same cause is named in the log once in this time. */
const nameAgainMs = 30_000;
/** Failures during which no query is served; the others leave open connections alone. */
const awayFailures: ReadonlySet<DatabaseFailure> = new Set([
  'unreachable',
  'silent',
  'starting',
  'lost',
]);

export interface DatabaseWatch {
  /** Why no query can be served at the moment; undefined while the database answers. */
  away(): DatabaseFailure | undefined;
  /**
   * Counts how often it went away: a connection from before the last time may be dead without a
   * word.
   */
  outages(): number;
  /** Reports a sign of an outage: checks at once whether the database is there. */
  suspect(): void;
  /** Opens a connection to see whether one is to be had. @throws DatabaseUnavailable */
  check(): Promise<void>;
  /** Names in the log, once in a while, why the database refused something. */
  name(failure: DatabaseFailure, error: unknown): void;
  onAway(listener: (failure: DatabaseFailure) => void): void;
  onBack(listener: () => void): void;
  stop(): void;
}

/**
 * Knows whether the database is there. Checks by opening a new connection, only after a suspicion,
 * and then until the database is back: so calls are refused in time while it is away, and a long
 * statement on a healthy database is left alone.
 * @param pooler the address of a PgBouncer before it, without which no query is served either
 */
export function watchDatabase(connectionString: string, log: Log, pooler?: string): DatabaseWatch {
  const addresses = pooler === undefined ? [connectionString] : [connectionString, pooler];
  const awayListeners: ((failure: DatabaseFailure) => void)[] = [];
  const backListeners: (() => void)[] = [];
  const namedAtMs = new Map<DatabaseFailure, number>();
  const stopping = new AbortController();
  let current: DatabaseFailure | undefined;
  let outages = 0;
  let isAsking = false;
  let answeredAtMs = Number.NEGATIVE_INFINITY;

  function name(failure: DatabaseFailure, error: unknown): void {
    // Connections are meant to end when this process leaves the database.
    if (stopping.signal.aborted) return;
    const nowMs = performance.now();
    if (nowMs - (namedAtMs.get(failure) ?? Number.NEGATIVE_INFINITY) < nameAgainMs) return;
    namedAtMs.set(failure, nowMs);
    log.warn({ failure }, describeFailure(new DatabaseUnavailable(failure, error)));
  }

  async function ask(): Promise<void> {
    let awaySinceMs: number | undefined;
    while (!stopping.signal.aborted) {
      const { failure, error } = await probeAll(addresses);
      if (stopping.signal.aborted) return;
      if (failure === undefined || !awayFailures.has(failure)) {
        if (failure !== undefined) name(failure, error);
        answeredAtMs = performance.now();
        if (awaySinceMs === undefined) return;
        current = undefined;
        const awayMs = Math.round(performance.now() - awaySinceMs);
        log.info({ awayMs }, 'the database is back');
        for (const listener of backListeners) listener();
        return;
      }
      if (awaySinceMs === undefined) {
        awaySinceMs = performance.now();
        outages += 1;
        log.warn(
          { failure },
          `${describeFailure(new DatabaseUnavailable(failure, error))}: calls are refused until it is back`,
        );
      }
      current = failure;
      for (const listener of awayListeners) listener(failure);
      await delay(probePauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    away: () => current,
    outages: () => outages,
    suspect() {
      const isKnown = performance.now() - answeredAtMs < trustMs;
      if (isAsking || isKnown || stopping.signal.aborted) return;
      isAsking = true;
      void ask().finally(() => {
        isAsking = false;
      });
    },
    async check() {
      const { failure, error } = await probeAll(addresses);
      if (failure !== undefined) throw new DatabaseUnavailable(failure, error);
    },
    name,
    onAway: (listener) => void awayListeners.push(listener),
    onBack: (listener) => void backListeners.push(listener),
    stop: () => stopping.abort(),
  };
}

type Finding = { readonly failure?: DatabaseFailure; readonly error?: unknown };

/** The first failure of any. */
async function probeAll(addresses: readonly string[]): Promise<Finding> {
  const findings = await Promise.all(addresses.map(probe));
  return findings.find(({ failure }) => failure !== undefined) ?? findings[0] ?? {};
}

/**
 * Opens a connection and closes it; a failure for another reason than an outage counts as an
 * answer.
 */
async function probe(connectionString: string): Promise<Finding> {
  const client = new pg.Client({
    connectionString,
    application_name: 'prahari-watch',
    connectionTimeoutMillis: 2 * probeLimitMs,
  });
  client.on('error', () => {});
  const opened = client.connect().then(
    (): Finding => ({}),
    (error: unknown): Finding => {
      const failure = classifyFailure(error);
      return failure === undefined ? { error } : { failure, error };
    },
  );
  const found = await Promise.race([opened, silence(opened)]);
  void client.end().catch(() => {});
  return found;
}

/**
 * Counts only time in which this process ran: a stopped process has not read answers that arrived.
 */
function silence(opened: Promise<unknown>): Promise<Finding> {
  return new Promise((resolve) => {
    let waitedMs = 0;
    const tick = setInterval(() => {
      waitedMs += tickMs;
      if (waitedMs < probeLimitMs) return;
      clearInterval(tick);
      resolve({ failure: 'silent' });
    }, tickMs);
    void opened.finally(() => clearInterval(tick));
  });
}
