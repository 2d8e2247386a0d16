import { uploadTargetSchema, videoFieldsSchema } from '@prahari/contract';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/errors/app-error.ts';

/** A new video that a file becomes. */
export interface NewVideoFields {
  readonly videoId: null;
  readonly title: string;
  readonly description: string;
  readonly publish: boolean;
}

/** An announced video that a file is for: its details are stored already. */
export interface UploadTargetFields {
  readonly videoId: string;
}

export type UploadFields = NewVideoFields | UploadTargetFields;

/**
 * Reads the fields before the file: those of a new video, or `videoId` of an announced one.
 * @throws AppError 400 with `details.fields`, as any other call answers it
 */
export function readUploadForm(fields: Readonly<Record<string, string>>): UploadFields {
  if (fields['videoId'] !== undefined) {
    const parsed = z.safeParse(uploadTargetSchema, fields);
    if (parsed.success) return parsed.data;
    throw invalidFields(parsed.error.issues, fields);
  }
  const parsed = z.safeParse(videoFieldsSchema, fields);
  if (!parsed.success) throw invalidFields(parsed.error.issues, fields);
  const { publish, ...texts } = parsed.data;
  return { ...texts, videoId: null, publish: publish === 'true' };
}

function invalidFields(
  issues: readonly z.core.$ZodIssue[],
  fields: Readonly<Record<string, string>>,
): AppError {
  const problems = issues.map((issue) => {
    const field = issue.path.join('.');
    const code = Object.hasOwn(fields, field) ? 'INVALID_VALUE' : 'REQUIRED_FIELD';
    return { field, code, message: issue.message };
  });
  return new AppError('VALIDATION_FAILED', 'Some fields are missing or not valid.', {
    details: { fields: problems },
  });
}
