export interface NoticedError {
  /** What was being done: `GET /users`, `render`, `window`. */
  readonly operation: string;
  readonly error: unknown;
  readonly atMs: number;
}
