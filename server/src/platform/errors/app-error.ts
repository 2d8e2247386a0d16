import {
  type ErrorCode,
  type ErrorReason,
  type ErrorType,
  errorCatalogue,
} from '@prahari/contract';

/**
 * A refusal that is sent to the caller: the message reaches the user, so it must contain no secret.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly reason: ErrorReason | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      reason?: ErrorReason;
      details?: Record<string, unknown>;
      /** A status that is more exact than the catalogue's (413, 415, 503). */
      status?: number;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.status = extra.status ?? errorCatalogue[code].status;
    this.reason = extra.reason;
    const details = { ...(extra.reason ? { reason: extra.reason } : {}), ...extra.details };
    this.details = Object.keys(details).length > 0 ? details : undefined;
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }

  /**
   * Returns the kind of error. A 401 is always about authentication and a 409 about the current
   * state, with any code.
   */
  get type(): ErrorType {
    if (this.status === 401) return 'AuthenticationError';
    return this.status === 409 ? 'ConflictError' : errorCatalogue[this.code].type;
  }
}

/** Refuses with the text of 403 in the specification (section 8). */
export function insufficientPermissions(): AppError {
  return new AppError(
    'INSUFFICIENT_PERMISSIONS',
    'You do not have permission to perform this action.',
  );
}

/** A condition that stops the start; its message is the one sentence that the operator reads. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
