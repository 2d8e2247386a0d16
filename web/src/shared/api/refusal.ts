import { ApiError } from '@prahari/contract';

/** The server understood and said no (4xx): asking again brings the same answer. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** What the address names does not exist (404), or its id is malformed (400). */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
