/** Not yet an error: a call almost used up its rate limit, and is held back. */
export class NearRateLimit extends Error {
  override readonly name = 'NearRateLimit';
}

export interface NoticedError {
  /** The operation: `GET /users`, `render`, `window`. */
  readonly operation: string;
  readonly error: unknown;
  readonly atMs: number;
}
