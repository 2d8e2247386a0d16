import { AppError } from '../errors/app-error.ts';

export function fileMissing(): AppError {
  return new AppError('REQUIRED_FIELD', 'Choose a file to upload.', {
    reason: 'upload_file_missing',
  });
}

export function fileEmpty(): AppError {
  return new AppError('INVALID_VALUE', 'The file is empty. Choose it again.', {
    reason: 'upload_file_empty',
  });
}

export function fileTooLarge(maxBytes: number): AppError {
  return new AppError('INVALID_VALUE', 'The file is larger than uploads may be.', {
    status: 413,
    reason: 'upload_too_large',
    details: { maxBytes },
  });
}

function uploadInterrupted(): AppError {
  return new AppError('INVALID_FORMAT', 'The upload ended before its end. Please try again.', {
    reason: 'upload_interrupted',
  });
}

export function formNotUnderstood(): AppError {
  return new AppError('INVALID_FORMAT', 'The upload form could not be understood.');
}

/** RFC 4918, section 11.5: 507. */
export function storageFull(cause?: unknown): AppError {
  return new AppError(
    'INTERNAL_SERVER_ERROR',
    'The disk of the server is full, so the file was not kept. Free some space and upload it again.',
    { status: 507, reason: 'storage_full', cause },
  );
}

const storeRetrySeconds = 10;

/** RFC 9110, section 15.6.4: 503; upload clients try again and continue. */
export function fileStoreUnavailable(cause: unknown): AppError {
  return new AppError(
    'INTERNAL_SERVER_ERROR',
    'The object storage takes no files at the moment. What arrived is kept: try again in a while.',
    { status: 503, reason: 'file_store_unavailable', retryAfterSeconds: storeRetrySeconds, cause },
  );
}

/** Describes in plain words what went wrong while the body arrived. */
export function toUploadError(error: unknown, maxBytes: number): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return storageFull(error);
    case 'FST_REQ_FILE_TOO_LARGE':
      return fileTooLarge(maxBytes);
    case 'FST_MP_PREMATURE_CLOSE':
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return uploadInterrupted();
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PROTO_VIOLATION':
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return formNotUnderstood();
    default:
      return isParserError(error) ? uploadInterrupted() : error;
  }
}

/** Recognises errors of the multipart parser, which differ by text alone. */
function isParserError(error: Error): boolean {
  return /^(?:Unexpected end of multipart data|Part terminated early|Multipart: Boundary not found|Malformed)/.test(
    error.message,
  );
}
