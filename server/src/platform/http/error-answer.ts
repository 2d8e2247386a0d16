import { type ErrorCode, errorCatalogue } from '@prahari/contract';
import type { FastifyError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { findRowRefusal, type RowRefusals } from '../db/row-refusals.ts';
import { AppError } from '../errors/app-error.ts';
import { StoreUnavailable } from '../errors/store-unavailable.ts';

/** The text of 5xx answers (specification, section 8). */
const serverErrorText = 'Server error. Our team has been notified. Please try again later.';

const fastifyCodes: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new AppError('INVALID_VALUE', 'The request body is too large.', {
      status: 413,
      reason: 'body_too_large',
    }),
  FST_REQ_FILE_TOO_LARGE: () =>
    new AppError('INVALID_VALUE', 'The file is larger than uploads may be.', {
      status: 413,
      reason: 'upload_too_large',
    }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('INVALID_FORMAT', 'This call does not accept that content type.', {
      status: 415,
      reason: 'media_type_not_supported',
    }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new AppError('INVALID_FORMAT', 'This call takes multipart/form-data.', {
      status: 415,
      reason: 'media_type_not_supported',
    }),
  FST_UNDER_PRESSURE: () =>
    new AppError('INTERNAL_SERVER_ERROR', 'The server is very busy. Please try again shortly.', {
      status: 503,
      reason: 'overloaded',
      retryAfterSeconds: 10,
    }),
};

/** A database that ended is usually back within seconds, and a retry loses nothing. */
const retryAfterSeconds = 2;

/**
 * Turns an error that a route threw into the refusal that the caller may see.
 * @param rowRefusals the refusals that features declare for rows refused by the database
 */
export function toAppError(error: unknown, rowRefusals: RowRefusals): AppError {
  if (error instanceof AppError) return error;
  const raced = findRowRefusal(error, rowRefusals);
  if (raced) return raced;
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(error.validation);
  if (isFastifyError(error)) {
    const known = fastifyCodes[error.code];
    if (known) return known();
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return new AppError('INVALID_FORMAT', 'The request could not be understood.', {
        status: error.statusCode,
      });
    }
  }
  if (error instanceof StoreUnavailable) {
    return new AppError('DATABASE_ERROR', serverErrorText, {
      status: 503,
      reason: 'database_unavailable',
      retryAfterSeconds,
      cause: error,
    });
  }
  if (isDatabaseError(error)) {
    return new AppError('DATABASE_ERROR', serverErrorText, { cause: error });
  }
  return new AppError('INTERNAL_SERVER_ERROR', serverErrorText, { cause: error });
}

type Issue = { keyword: string; instancePath: string; message?: string; params: object };

function validationError(issues: readonly Issue[]): AppError {
  const fields = issues.map((issue) => ({
    field: issue.instancePath.slice(1).replaceAll('/', '.'),
    code: issueCode(issue),
    message: issue.message ?? 'Invalid value',
  }));
  const codes = new Set(fields.map((field) => field.code));
  const [only] = codes;
  const code = codes.size === 1 && only ? only : 'VALIDATION_FAILED';
  return new AppError(code, 'Some fields are missing or not valid.', { details: { fields } });
}

function issueCode(issue: Issue): ErrorCode {
  const received = issue.message ?? '';
  if (issue.keyword === 'invalid_type' && received.includes('undefined')) return 'REQUIRED_FIELD';
  return issue.keyword === 'invalid_format' || issue.keyword === 'invalid_type'
    ? 'INVALID_FORMAT'
    : 'INVALID_VALUE';
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Recognises pg's errors by their SQLSTATE of five characters. */
function isDatabaseError(error: unknown): boolean {
  return isFastifyError(error) && /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error;
}

/** Tells whether the operator must look at it; an absent store is logged once for all calls. */
export function isServerFault(error: AppError): boolean {
  if (error.cause instanceof StoreUnavailable) return false;
  return error.status >= 500 && errorCatalogue[error.code].type === 'InternalError';
}
