import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a request comes from: what events record that name no origin of their own. */
export interface RequestOrigin {
  /** Empty when the client is gone. */
  readonly address: string;
  /** ISO 3166-1 alpha-2; null when unknown. */
  readonly country: string | null;
  /** The caller, as far as it is proven; null before that, and for calls without one. */
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
}

const origins = new AsyncLocalStorage<RequestOrigin>();

/**
 * Runs a part of a request. Work that many requests share (batches, timers) keeps the origin of the
 * request that began it, so an origin counts only for events that fit it (`record-event.ts`).
 */
export function runWithOrigin<Result>(origin: RequestOrigin, run: () => Result): Result {
  return origins.run(origin, run);
}

export function findOrigin(): RequestOrigin | undefined {
  return origins.getStore();
}
