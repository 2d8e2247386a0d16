import type { UploadPart } from './receive-form.ts';
import { fileEmpty, fileMissing, fileTooLarge, formNotUnderstood } from './upload-errors.ts';

export type FilePart = Extract<UploadPart, { kind: 'file' }>;

/**
 * Reads the fields and then the one file of a form, to the very end: a body that breaks off after
 * the file is not an upload.
 * @param readFields reads the fields before the file, all as text
 * @param keep receives the stored file, with its size
 * @throws AppError
 */
export async function readFileForm<Form, Kept extends { readonly sizeBytes: number }>(
  parts: AsyncIterable<UploadPart>,
  maxBytes: number,
  readFields: (fields: Readonly<Record<string, string>>) => Form | Promise<Form>,
  keep: (file: FilePart) => Promise<Kept>,
): Promise<Kept & { readonly form: Form }> {
  const fields: Record<string, string> = {};
  let taken: (Kept & { readonly form: Form }) | undefined;
  for await (const part of parts) {
    if (taken) throw formNotUnderstood();
    if (part.kind === 'field') {
      fields[part.name] = part.value;
      continue;
    }
    if (part.name !== 'file') throw formNotUnderstood();
    const form = await readFields(fields);
    const kept = await keep(part);
    if (part.isCut()) throw fileTooLarge(maxBytes);
    taken = { ...kept, form };
  }
  if (!taken) throw fileMissing();
  if (taken.sizeBytes === 0) throw fileEmpty();
  return taken;
}
