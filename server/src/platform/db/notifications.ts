import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { describeFailure } from './failures.ts';
import { lostClientOptions } from './guarded-pool.ts';
import type { DatabaseWatch } from './watch.ts';

const retryDelayMs = 1000;
const connectLimitMs = 4000;
/** A silently dead connection is detected by a query that is not answered in time. */
const heartbeatMs = 2000;
const answerLimitMs = 4000;
const endLimitMs = 1000;

export interface Notifications {
  /** Receives the payloads of one channel. */
  on(channel: string, hear: (payload: string) => void): void;
  /**
   * Called at once when connected, and after each reconnection: missed changes must be read again.
   * What fails is called again until it succeeds.
   */
  onConnect(again: () => unknown): void;
  /** False while there is no connection: notifications may have been missed. */
  isListening(): boolean;
  stop(): Promise<void>;
}

/** Keeps one connection for LISTEN, and reopens it when it is lost. */
export function openNotifications(
  connectionString: string,
  deps: { log: Log; watch: DatabaseWatch },
): Notifications {
  const { log, watch } = deps;
  const channels = new Map<string, ((payload: string) => void)[]>();
  const connectListeners: (() => unknown)[] = [];
  /** The one that listens. */
  let client: pg.Client | undefined;
  /** A connection answers one query after the other. */
  let asked: Promise<unknown> = Promise.resolve();
  let isConnecting = false;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  function connectSoon(delayMs: number): void {
    clearTimeout(retry);
    if (!stopped) retry = setTimeout(() => void connect(), delayMs);
  }

  /** Its end may be reported more than once, and after another one has replaced it. */
  function lose(gone: pg.Client): void {
    if (client !== gone) return;
    client = undefined;
    clearInterval(heartbeat);
    void gone.end().catch(() => undefined);
    if (stopped) return;
    log.warn('the notification connection was lost');
    watch.suspect();
    connectSoon(0);
  }

  /** The pool may need longer than this connection to find the database back. */
  async function tell(one: pg.Client, again: () => unknown): Promise<void> {
    while (client === one) {
      try {
        await again();
        return;
      } catch (error) {
        log.warn({ err: error }, "what was announced meanwhile can't be read yet");
        await delay(retryDelayMs, undefined, { ref: false });
      }
    }
  }

  function ask(one: pg.Client, text: string): void {
    asked = asked.then(() => one.query(text)).catch(() => lose(one));
  }

  watch.onAway(() => {
    if (client) lose(client);
  });
  watch.onBack(() => {
    if (!client) connectSoon(0);
  });

  /** Also for channels that are added in the meantime. */
  async function listenToAll(next: pg.Client): Promise<void> {
    const heard = new Set<string>();
    for (;;) {
      const missing = [...channels.keys()].filter((channel) => !heard.has(channel));
      if (missing.length === 0) return;
      await next.query(missing.map(listenTo).join('; '));
      for (const channel of missing) heard.add(channel);
    }
  }

  async function connect(): Promise<void> {
    if (isConnecting || client || stopped) return;
    isConnecting = true;
    const next = new pg.Client({
      connectionString,
      keepAlive: true,
      options: lostClientOptions,
      application_name: 'prahari-listen',
      connectionTimeoutMillis: connectLimitMs,
      query_timeout: answerLimitMs,
    });
    next.on('error', () => lose(next));
    next.on('end', () => lose(next));
    next.on('notification', ({ channel, payload }) => {
      for (const hear of channels.get(channel) ?? []) hear(payload ?? '');
    });
    try {
      await next.connect();
      await listenToAll(next);
      // Stopped before it was connected: nothing else would end it.
      if (stopped) {
        await next.end();
        return;
      }
      client = next;
      heartbeat = setInterval(() => ask(next, 'SELECT 1'), heartbeatMs);
      for (const again of connectListeners) void tell(next, again);
    } catch (error) {
      void next.end().catch(() => undefined);
      if (!stopped && !watch.away())
        log.warn(`notifications can't be received yet: ${describeFailure(error)}`);
      connectSoon(retryDelayMs);
    } finally {
      isConnecting = false;
    }
  }
  void connect();

  return {
    on(channel, hear) {
      const hearers = channels.get(channel);
      if (hearers) {
        hearers.push(hear);
        return;
      }
      channels.set(channel, [hear]);
      if (client) ask(client, listenTo(channel));
    },
    onConnect(again) {
      connectListeners.push(again);
      if (client) void tell(client, again);
    },
    isListening: () => client !== undefined,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      clearInterval(heartbeat);
      const last = client;
      client = undefined;
      // An absent database does not acknowledge the end.
      await Promise.race([last?.end(), delay(endLimitMs, undefined, { ref: false })]);
    },
  };
}

function listenTo(channel: string): string {
  return `LISTEN ${pg.escapeIdentifier(channel)}`;
}
