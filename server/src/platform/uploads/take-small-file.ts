import type { UploadPart } from './receive-form.ts';
import { fileEmpty, fileMissing, fileTooLarge, formNotUnderstood } from './upload-errors.ts';

export interface SmallFile<Form> {
  readonly form: Form;
  readonly content: Buffer;
}

/**
 * Takes the fields and then the one file of a form into memory; for files of a few megabytes.
 * @param readFields of those that came before the file, all as text
 * @throws AppError
 */
export async function takeSmallFile<Form>(
  parts: AsyncIterable<UploadPart>,
  maxBytes: number,
  readFields: (fields: Readonly<Record<string, string>>) => Form,
): Promise<SmallFile<Form>> {
  const fields: Record<string, string> = {};
  let taken: SmallFile<Form> | undefined;
  for await (const part of parts) {
    if (taken) throw formNotUnderstood();
    if (part.kind === 'field') {
      fields[part.name] = part.value;
      continue;
    }
    if (part.name !== 'file') throw formNotUnderstood();
    const form = readFields(fields);
    const pieces: Buffer[] = [];
    for await (const piece of part.content) pieces.push(piece);
    if (part.isCut()) throw fileTooLarge(maxBytes);
    taken = { form, content: Buffer.concat(pieces) };
  }
  if (!taken) throw fileMissing();
  if (taken.content.length === 0) throw fileEmpty();
  return taken;
}
