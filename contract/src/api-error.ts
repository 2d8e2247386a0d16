import type { ClientErrorCode, ErrorCode, ErrorReason } from './errors.ts';

/** A refused or failed call as the client sees it; `status` 0 means that there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: ErrorCode | ClientErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly correlationId: string | null;
  /** How long the server asks to wait; null when it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(fields: {
    status: number;
    type: string;
    code: ErrorCode | ClientErrorCode;
    message: string;
    details?: Record<string, unknown> | undefined;
    correlationId: string | null;
    retryAfterSeconds?: number | null;
  }) {
    super(fields.message);
    this.name = 'ApiError';
    this.status = fields.status;
    this.type = fields.type;
    this.code = fields.code;
    this.details = fields.details ?? {};
    this.correlationId = fields.correlationId;
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null;
  }

  /** Our own word for the situation, where the server gave one. */
  get reason(): ErrorReason | null {
    const said = this.details['reason'];
    return isReason(said) ? said : null;
  }
}

/** Accepts any word: an unknown one, of a server of another version, equals none and does no harm. */
function isReason(said: unknown): said is ErrorReason {
  return typeof said === 'string' && /^[a-z]+(?:_[a-z]+)*$/.test(said);
}
