import { ApiError, createNetworkError, isExpectedRefusal, limits } from '@prahari/contract';
import { createOutbox } from '../outbox/outbox.ts';
import type { BackOff } from '../outbox/redelivery.ts';
import type { ErrorEntry } from './error-entry.ts';
import { FLUSH_EVERY_MS, MOST_BUFFERED } from './retention.ts';

export interface RemoteLogPorts {
  every(ms: number, work: () => void): void;
  readonly backOff: BackOff;
  /** @throws ApiError when the log did not take them */
  send(entries: readonly ErrorEntry[]): Promise<void>;
}

/**
 * Keeps a copy of each entry for the log of the operator (specification, sections 7 and 9): 100 wait
 * at most, and are sent every 30 s, with a critical one at once.
 */
export function createRemoteLog({ every, backOff, send }: RemoteLogPorts) {
  const outbox = createOutbox<ErrorEntry>({
    mostWaiting: MOST_BUFFERED,
    batchSize: MOST_BUFFERED,
    backOff,
    send,
  });
  every(FLUSH_EVERY_MS, outbox.flushWhenDue);
  return {
    add(entry: ErrorEntry): void {
      if (isExpectedRefusal(entry)) return;
      outbox.add(entry);
      const isFull = outbox.list().length >= MOST_BUFFERED;
      if (isFull || entry.level === 'CRITICAL') outbox.flushWhenDue();
    },
  };
}

/**
 * Sends entries to the operator's log, which is another site: with no cookie, no address of a page
 * and no token, and never to where it would redirect them.
 * @throws ApiError
 */
export async function sendToRemoteLog(
  endpoint: string,
  logs: readonly ErrorEntry[],
  metadata: { readonly clientName: string; readonly clientVersion: string },
): Promise<void> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), limits.apiTimeoutMs);
  try {
    const { ok, status } = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ logs, metadata }),
      mode: 'cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
      signal: aborter.signal,
    }).catch(() => {
      throw createNetworkError();
    });
    if (ok) return;
    throw new ApiError({
      status,
      type: 'ExternalServiceError',
      code: 'EXTERNAL_SERVICE_ERROR',
      message: 'The remote log did not take what was sent',
      correlationId: null,
    });
  } finally {
    clearTimeout(timer);
  }
}
