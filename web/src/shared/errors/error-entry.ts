import {
  ApiError,
  type ClientErrorReport,
  clientErrorLimits,
  type ErrorCategory,
  type LogLevel,
  redactPrivate,
} from '@prahari/contract';
import { isChunkFailure } from './chunk-failure.ts';
import { NearRateLimit, type NoticedError } from './noticed-error.ts';

/** An entry of the client's error log (specification, section 3). */
export interface ErrorEntry extends ClientErrorReport {
  readonly userId: string | null;
}

export interface EntryFacts {
  readonly userId: string | null;
  readonly userMessage: string;
  /** The path of the page, without its query. */
  readonly page: string;
  readonly language: string;
  readonly online: boolean;
}

/** Makes what is kept of an error: no secret, and no more than the server takes. */
export function createErrorEntry(
  id: string,
  { operation, error, atMs }: NoticedError,
  facts: EntryFacts,
): ErrorEntry {
  const { message, metadataValue } = clientErrorLimits;
  const category = chooseCategory(operation, error);
  const { userId, userMessage, page, language, online } = facts;
  const metadata = {
    page,
    language,
    online: String(online),
    ...(error instanceof Error ? { name: error.name, stack: error.stack ?? '' } : {}),
    ...(error instanceof Error && error.cause ? { cause: causeText(error.cause) } : {}),
    ...(error instanceof ApiError ? { status: `${error.status}`, code: error.code } : {}),
    ...(error instanceof ApiError && error.reason ? { reason: error.reason } : {}),
  };
  return {
    id,
    timestamp: new Date(atMs).toISOString(),
    level: chooseLevel(category, error),
    category,
    operation: redactPrivate(operation, clientErrorLimits.operation),
    message: redactPrivate(error instanceof Error ? error.message : String(error), message),
    userMessage: redactPrivate(userMessage, message),
    correlationId: error instanceof ApiError ? error.correlationId : null,
    userId,
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [name, redactPrivate(value, metadataValue)]),
    ),
    resolved: false,
    acknowledgedByUser: false,
  };
}

/** Players throw objects that are no errors: their number says most. */
function causeText(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
  return typeof code === 'number' ? `code ${code}` : String(cause);
}

function chooseCategory(operation: string, error: unknown): ErrorCategory {
  if (isChunkFailure(error)) return 'loading';
  if (error instanceof NearRateLimit) return 'rate-limit';
  if (error instanceof ApiError) return apiCategory(error.status);
  if (operation === 'render') return 'rendering';
  return operation === 'playback' ? 'playback' : 'script';
}

function apiCategory(status: number): ErrorCategory {
  if (status === 0) return 'network';
  if (status === 401) return 'authentication';
  if (status === 403) return 'authorization';
  if (status === 429) return 'rate-limit';
  // An answer of 2xx that can't be understood is the server's fault too.
  return status >= 500 || status < 300 ? 'server' : 'request';
}

const LEVELS: Readonly<Record<ErrorCategory, LogLevel>> = {
  network: 'WARN',
  server: 'ERROR',
  authentication: 'INFO',
  authorization: 'WARN',
  'rate-limit': 'WARN',
  request: 'INFO',
  rendering: 'CRITICAL',
  loading: 'WARN',
  playback: 'ERROR',
  script: 'ERROR',
};

function chooseLevel(category: ErrorCategory, error: unknown): LogLevel {
  // The user changed their mind: no error.
  const isGivenUp = /^(AbortError|UploadCancelled)\b/.test(String(error));
  return isGivenUp ? 'DEBUG' : LEVELS[category];
}
