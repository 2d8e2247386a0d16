import { AppError } from '../../../platform/errors/app-error.ts';

export function jobNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

/** tus 1.0, section PATCH: 409. */
export function offsetConflict(): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'The upload is at another offset. Ask for its offset and continue from there.',
    { reason: 'upload_offset_conflict' },
  );
}

/** RFC 4918, section 11.3: 423. */
export function uploadBusy(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'This file is being uploaded already.', {
    status: 423,
    reason: 'upload_busy',
  });
}

/** tus 1.0, expiration: 410. */
export function uploadExpired(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The upload waited too long and was given up.', {
    status: 410,
    reason: 'upload_expired',
  });
}

/** Like another offset, so that clients ask for it and send the lost bytes again. */
export function uploadPartLost(cause: unknown): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'The object storage lost a part of this file. Ask for the offset of the upload and send it again from there.',
    { reason: 'upload_part_lost', cause },
  );
}

/** tus 1.0, checksum: 460. */
export function checksumMismatch(): AppError {
  return new AppError('INVALID_VALUE', 'The bytes were damaged on their way. Send them again.', {
    status: 460,
    reason: 'upload_checksum_mismatch',
  });
}

export function checksumNotUnderstood(): AppError {
  return new AppError('INVALID_FORMAT', 'Upload-Checksum takes sha1 or sha256 and base64.');
}

/** tus 1.0, section Tus-Resumable: 412. */
export function versionUnknown(): AppError {
  return new AppError('INVALID_FORMAT', 'This call speaks tus 1.0.0.', { status: 412 });
}

/** Refuses more than was announced; tus 1.0, section PATCH. */
export function moreThanAnnounced(): AppError {
  return new AppError('INVALID_VALUE', 'More bytes were sent than the upload was announced with.', {
    status: 413,
  });
}

/** Not 409: that is a wrong offset here, and clients try again. RFC 9110, section 15.5.21: 422. */
export function targetTaken(): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'This video already has a file. Upload this one as a new video.',
    { status: 422, reason: 'upload_target_taken' },
  );
}

export function targetBusy(): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'A file for this video is already being uploaded. Resume that upload or discard it first.',
    { status: 422, reason: 'upload_target_busy' },
  );
}

export function targetGone(): AppError {
  return new AppError(
    'RESOURCE_NOT_FOUND',
    'The video this file is for was deleted. Restore it and try again, or upload the file as a new video.',
    { status: 422, reason: 'upload_target_gone' },
  );
}

/** RFC 4918, section 11.5: 507. */
export function mediaQuotaExceeded(quotaBytes: number, usedBytes: number): AppError {
  return new AppError(
    'INTERNAL_SERVER_ERROR',
    'The space for finished videos is full. Delete videos you no longer need, or ask for a higher limit.',
    { status: 507, reason: 'media_quota_exceeded', details: { quotaBytes, usedBytes } },
  );
}

export function quotaExceeded(quotaBytes: number, usedBytes: number): AppError {
  return new AppError(
    'INVALID_VALUE',
    'You have too many uploads in progress. Wait until videos are ready, or discard unfinished uploads.',
    { status: 413, reason: 'upload_quota_exceeded', details: { quotaBytes, usedBytes } },
  );
}
