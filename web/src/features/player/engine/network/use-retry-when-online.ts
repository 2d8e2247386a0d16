import { ApiError } from '@prahari/contract';
import { useEffect, useEffectEvent } from 'react';
import { PlaybackFailure } from '../playback-failure.ts';

/** After a network failure, retries when the browser reports that the network is back. */
export function useRetryWhenOnline(error: unknown, retry: () => void): void {
  const isWaiting = isOfLine(error);
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (!isWaiting) return;
    const onOnline = () => again();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isWaiting]);
}

function isOfLine(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0;
  return error instanceof PlaybackFailure && error.kind === 'offline';
}
