import type { NoticedError } from './noticed-error.ts';

/** More are not worth waiting for: the first say what is wrong. */
const MOST_WAITING = 20;
const waiting: NoticedError[] = [];

/**
 * Part of every first page, so it only queues: the handling of errors is fetched with the first
 * one.
 */
export function noticeError(operation: string, error: unknown): void {
  if (waiting.length < MOST_WAITING) waiting.push({ operation, error, atMs: Date.now() });
  import('./browser-error-log.ts')
    .then((m) => m.getBrowserErrorLog().take(waiting.splice(0)))
    // A failure here must not be noticed in turn.
    .catch(() => undefined);
}

/** Listens for errors that no code caught. */
export function noticeUncaught(): void {
  window.addEventListener('error', ({ error }) => error && noticeError('window', error));
  window.addEventListener('unhandledrejection', ({ reason }) => noticeError('promise', reason));
}
