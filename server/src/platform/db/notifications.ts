import pg from 'pg';
import type { Log } from '../log/log.ts';

const retryDelayMs = 1000;
/** A connection that died without a word is noticed after so long. */
const heartbeatMs = 5000;

export interface Notifications {
  /** Hears the payloads of one channel. */
  on(channel: string, hear: (payload: string) => void): void;
  /** Told at once when connected, and after each reconnection: what was missed must be read again. */
  onConnect(again: () => void): void;
  /** False while there is no connection: nobody may rely on having heard everything. */
  isListening(): boolean;
  stop(): Promise<void>;
}

/** Keeps one connection for LISTEN, and gets it back after it is lost. */
export function openNotifications(connectionString: string, log: Log): Notifications {
  const channels = new Map<string, ((payload: string) => void)[]>();
  const connectListeners: (() => void)[] = [];
  let client: pg.Client | undefined;
  /** One connection answers one question after the other. */
  let asked: Promise<unknown> = Promise.resolve();
  let listening = false;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  const lost = () => {
    listening = false;
    clearInterval(heartbeat);
    client = undefined;
    if (!stopped) retry ??= setTimeout(() => void connect(), retryDelayMs);
  };

  async function connect(): Promise<void> {
    retry = undefined;
    const next = new pg.Client({
      connectionString,
      keepAlive: true,
      application_name: 'prahari-listen',
    });
    next.on('error', (error) => log.warn({ err: error }, 'the notification connection failed'));
    next.on('end', lost);
    next.on('notification', ({ channel, payload }) => {
      for (const hear of channels.get(channel) ?? []) hear(payload ?? '');
    });
    try {
      await next.connect();
      for (const channel of channels.keys())
        await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      // Stopped before it was there: nobody else would end it.
      if (stopped) {
        await next.end();
        return;
      }
      client = next;
      listening = true;
      heartbeat = watch(next, () => void next.end().catch(() => undefined));
      for (const again of connectListeners) again();
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'no notification connection yet');
      await next.end().catch(() => undefined);
      lost();
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
      if (client === undefined) return;
      const listen = `LISTEN ${pg.escapeIdentifier(channel)}`;
      asked = asked.then(() => client?.query(listen)).catch(lost);
    },
    onConnect(again) {
      connectListeners.push(again);
      if (listening) again();
    },
    isListening: () => listening,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      clearInterval(heartbeat);
      await client?.end();
    },
  };
}

/** Asks for a sign of life; without one before the next is due the connection counts as dead. */
function watch(client: pg.Client, onSilence: () => void): NodeJS.Timeout {
  let isWaiting = false;
  return setInterval(() => {
    if (isWaiting) {
      onSilence();
      return;
    }
    isWaiting = true;
    client.query('SELECT 1').then(() => {
      isWaiting = false;
    }, onSilence);
  }, heartbeatMs);
}
