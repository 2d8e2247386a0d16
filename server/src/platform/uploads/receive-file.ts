import { formatFileName } from './file-name.ts';
import { readFileForm } from './read-file-form.ts';
import type { UploadPart } from './receive-form.ts';
import type { UploadStore } from './upload-store.ts';

export interface TakenFile<Form> {
  readonly form: Form;
  /** To show, never to open anything by. */
  readonly fileName: string;
  readonly sizeBytes: number;
}

/**
 * Stores the one file of a form. The caller removes the file when this fails.
 * @param readFields reads the fields before the file, all as text
 * @throws AppError
 */
export function receiveFile<Form>(
  parts: AsyncIterable<UploadPart>,
  target: {
    readonly store: Pick<UploadStore, 'write'>;
    readonly name: string;
    readonly maxBytes: number;
  },
  readFields: (fields: Readonly<Record<string, string>>) => Form | Promise<Form>,
): Promise<TakenFile<Form>> {
  return readFileForm(parts, target.maxBytes, readFields, async ({ fileName, content }) => ({
    sizeBytes: await target.store.write(target.name, content),
    fileName: formatFileName(fileName),
  }));
}
