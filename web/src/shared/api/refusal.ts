import { ApiError } from '@prahari/contract';

/** Tells whether the server understood and said no (4xx): asking again brings the same answer. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Tells whether what the address names does not exist (404), or its id is malformed (400). */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
