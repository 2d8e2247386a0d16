import { videoDescriptionSchema, videoTitleSchema } from '@prahari/contract';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/errors/app-error.ts';

const formSchema = z.object({
  title: videoTitleSchema,
  description: z._default(videoDescriptionSchema, ''),
  publish: z._default(z.enum(['true', 'false']), 'false'),
});

export interface LectureFields {
  readonly title: string;
  readonly description: string;
  readonly publish: boolean;
}

/**
 * Reads the fields that came before the file.
 * @throws AppError 400 with `details.fields`, as any other call answers it
 */
export function readUploadForm(fields: Readonly<Record<string, string>>): LectureFields {
  const parsed = z.safeParse(formSchema, fields);
  if (parsed.success) return { ...parsed.data, publish: parsed.data.publish === 'true' };
  const problems = parsed.error.issues.map((issue) => {
    const field = issue.path.join('.');
    const code = Object.hasOwn(fields, field) ? 'INVALID_VALUE' : 'REQUIRED_FIELD';
    return { field, code, message: issue.message };
  });
  throw new AppError('VALIDATION_FAILED', 'Some fields are missing or not valid.', {
    details: { fields: problems },
  });
}
