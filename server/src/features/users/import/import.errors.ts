import { AppError } from '../../../platform/errors/app-error.ts';

/** Refuses with the same answer for imports that do not exist and for those of others. */
export function importNotFound(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
}

export function notASheet(): AppError {
  return new AppError(
    'INVALID_FORMAT',
    'This is neither a CSV file nor an Excel workbook (.xlsx). Choose another file.',
    { status: 415, reason: 'media_type_not_supported' },
  );
}

export function columnsNotUnderstood(): AppError {
  const message = 'The choice of columns could not be understood.';
  return new AppError('VALIDATION_FAILED', message, {
    details: { fields: [{ field: 'columns', code: 'INVALID_FORMAT', message }] },
  });
}

export function importEnded(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'This import has ended already.', {
    reason: 'import_ended',
  });
}

export function importFileGone(): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'The file for this import is no longer stored. Upload it again.',
    { reason: 'import_file_gone' },
  );
}

export function codesGone(): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'The codes of this import are no longer stored. To make a new code, reset the user’s password.',
    { reason: 'codes_gone' },
  );
}
