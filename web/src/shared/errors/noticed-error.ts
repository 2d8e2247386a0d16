export interface NoticedError {
  /** The operation: `GET /users`, `render`, `window`. */
  readonly operation: string;
  readonly error: unknown;
  readonly atMs: number;
}
