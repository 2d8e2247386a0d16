import { PassThrough, type Readable } from 'node:stream';
import type { CallerNow } from '../../../platform/http/caller.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import { findNamingKey } from '../alerts.presenter.ts';
import { findAlertsById } from '../list/alert-list.repository.ts';
import { scopeAlerts } from '../list/scope-alerts.usecases.ts';
import { alertsChannel } from './publish-alert.repository.ts';

/** Proxies close connections that are silent for longer. */
const heartbeatMs = 15_000;
/** Many alerts at once become few messages. */
const gatherMs = 200;
/** Rights and sessions are checked again, and the client reconnects with a newer token. */
const longestMs = 15 * 60_000;
const mostAtOnce = 200;
const mostStreams = 500;
/** Of one administrator, who may have several windows, and leaves room for the others. */
const mostOfOne = 10;
/** What a browser that stopped reading may leave unread. */
const mostUnreadBytes = 64 * 1024;

interface OpenStream {
  readonly userId: string;
  readonly callerNow: CallerNow;
  readonly out: PassThrough;
}

/**
 * Publishes alerts to the open pages of administrators, each within the caller's scope and permissions
 * at that moment.
 */
export function createAlertStreams(
  deps: Pick<AlertsDeps, 'db' | 'log' | 'notifications' | 'users'>,
) {
  const { db, log, notifications, users } = deps;
  const streams = new Set<OpenStream>();
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isPublishing = false;
  let isStopped = false;

  notifications.on(alertsChannel, (payload) => {
    if (streams.size === 0) return;
    const id = readId(payload);
    if (id === undefined) return;
    gathered.add(id);
    plan();
  });
  // What was published meanwhile is lost: pages read their lists again.
  notifications.onConnect(() => {
    for (const stream of streams) write(stream, 'sync', {});
  });
  const heartbeat = setInterval(() => {
    for (const stream of streams) writeText(stream, ': still here\n\n');
  }, heartbeatMs);
  heartbeat.unref();

  /**
   * Plans the next round. Rounds do not overlap: alerts that arrive during one wait for the next.
   */
  function plan(): void {
    if (isPublishing || gathered.size === 0) return;
    timer ??= setTimeout(() => void publishAll(), gatherMs);
  }

  async function publishAll(): Promise<void> {
    timer = undefined;
    isPublishing = true;
    const ids = [...gathered];
    gathered = new Set();
    for (const stream of [...streams]) {
      try {
        await publish(stream, ids);
      } catch (error) {
        // The session ended, or the database is away: the client opens another stream.
        log.debug({ err: error }, 'a stream of alerts ended');
        stream.out.end();
      }
    }
    isPublishing = false;
    if (!isStopped) plan();
  }

  async function publish(stream: OpenStream, ids: readonly string[]): Promise<void> {
    const caller = await stream.callerNow();
    if (ids.length > mostAtOnce) {
      write(stream, 'sync', {});
      return;
    }
    const rows = await findAlertsById(db, scopeAlerts({ users }, caller), ids);
    for (const row of rows) {
      const { id, title, severity, status, is_test: isTest } = row;
      const times = row.reopened + row.recurred;
      const ruleKey = findNamingKey(row);
      write(stream, 'alert', { id, ruleKey, title, severity, status, isTest, times });
    }
  }

  function write(stream: OpenStream, event: string, data: object): void {
    writeText(stream, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
  function writeText({ out }: OpenStream, text: string): void {
    if (out.writableLength > mostUnreadBytes) out.destroy();
    else if (!out.writableEnded && !out.destroyed) out.write(text);
  }

  return {
    /**
     * Opens the stream of one page; undefined when too many are open, also of this administrator.
     */
    open(userId: string, callerNow: CallerNow): Readable | undefined {
      if (streams.size >= mostStreams) return undefined;
      if ([...streams].filter((one) => one.userId === userId).length >= mostOfOne) return undefined;
      const stream: OpenStream = { userId, callerNow, out: new PassThrough() };
      streams.add(stream);
      const end = setTimeout(() => stream.out.end(), longestMs);
      end.unref();
      stream.out.on('close', () => {
        clearTimeout(end);
        streams.delete(stream);
      });
      write(stream, 'sync', {});
      // This process leaves: the page asks again, and another one answers.
      if (isStopped) stream.out.end();
      return stream.out;
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      for (const { out } of streams) out.end();
    },
  };
}

function readId(payload: string): string | undefined {
  const change: unknown = JSON.parse(payload);
  if (typeof change !== 'object' || change === null || !('id' in change)) return undefined;
  return typeof change.id === 'string' ? change.id : undefined;
}
