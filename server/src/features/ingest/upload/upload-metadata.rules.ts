import { formatFileName } from '../../../platform/uploads/file-name.ts';
import { readUploadForm, type UploadFields } from './upload-form.rules.ts';

/** The latest day that ECMAScript supports, in milliseconds (ECMA-262, section 21.4.1.1). */
const latestMs = 8.64e15;

export interface UploadMetadata {
  readonly form: UploadFields;
  /** For display, never to open a file. */
  readonly fileName: string;
  readonly fileModifiedAt: Date | null;
}

/**
 * Reads what a client says about its file in `Upload-Metadata` (tus 1.0, creation): `title`,
 * `description` and `publish`, or `videoId`; `filename` and `lastmodified` (milliseconds since
 * 1970).
 * @throws AppError 400 with `details.fields`
 */
export function readUploadMetadata(
  metadata: Readonly<Record<string, string | null>>,
): UploadMetadata {
  const texts = Object.entries(metadata).filter((entry): entry is [string, string] => {
    return entry[1] !== null;
  });
  const fields: Record<string, string> = Object.fromEntries(texts);
  const form = readUploadForm(fields);
  const modifiedMs = Number(fields['lastmodified'] ?? Number.NaN);
  const isMoment = Number.isInteger(modifiedMs) && modifiedMs >= 0 && modifiedMs <= latestMs;
  return {
    form,
    fileName: formatFileName(fields['filename'] ?? ''),
    fileModifiedAt: isMoment ? new Date(modifiedMs) : null,
  };
}
