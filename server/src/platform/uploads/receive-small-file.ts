import { readFileForm } from './read-file-form.ts';
import type { UploadPart } from './receive-form.ts';

export interface SmallFile<Form> {
  readonly form: Form;
  readonly content: Buffer;
}

/**
 * Reads the one file of a form into memory; for files of a few megabytes.
 * @param readFields reads the fields before the file, all as text
 * @throws AppError
 */
export function receiveSmallFile<Form>(
  parts: AsyncIterable<UploadPart>,
  maxBytes: number,
  readFields: (fields: Readonly<Record<string, string>>) => Form,
): Promise<SmallFile<Form>> {
  return readFileForm(parts, maxBytes, readFields, async (file) => {
    const pieces: Buffer[] = [];
    for await (const piece of file.content) pieces.push(piece);
    const content = Buffer.concat(pieces);
    return { content, sizeBytes: content.length };
  });
}
