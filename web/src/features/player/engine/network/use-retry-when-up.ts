import { ApiError } from '@prahari/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { browserConnection } from '../../../../shared/connection/browser-connection.ts';
import type { Connection } from '../../../../shared/connection/connection.ts';
import { createBackOff } from '../../../../shared/outbox/redelivery.ts';
import { PlaybackFailure } from '../playback-failure.ts';

export interface RetryWhenUp {
  readonly error: unknown;
  /** Ends the growth of the pauses. */
  readonly hasLoaded: boolean;
  readonly retry: () => void;
  readonly connection?: Pick<Connection, 'check' | 'whenUp'>;
}

/**
 * After a network failure, retries when the server answers again, and later each time that the retry
 * fails too. The browser's word that it is online comes once, and may come before anything gets
 * through.
 */
export function useRetryWhenUp(options: RetryWhenUp): void {
  const { error, hasLoaded, retry, connection = browserConnection } = options;
  const [backOff] = useState(() => createBackOff());
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (hasLoaded) backOff.reset();
  }, [backOff, hasLoaded]);
  useEffect(() => {
    if (!isOfLine(error)) return;
    let timer: number | undefined;
    let isGone = false;
    backOff.noteFailure(error);
    const wait = async () => {
      if (!(await connection.check())) await connection.whenUp();
      if (!isGone) timer = window.setTimeout(() => again(), backOff.waitMs());
    };
    void wait();
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [error, connection, backOff]);
}

function isOfLine(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0;
  return error instanceof PlaybackFailure && error.kind === 'offline';
}
