import { displayFileName } from './file-name.ts';
import type { UploadPart } from './receive-form.ts';
import { fileEmpty, fileMissing, fileTooLarge, formNotUnderstood } from './upload-errors.ts';
import type { UploadFolder } from './upload-folder.ts';

export interface TakenFile<Form> {
  readonly form: Form;
  /** To show, never to open anything by. */
  readonly fileName: string;
  readonly sizeBytes: number;
}

/**
 * Takes the fields and then the one file of a form, to the very end: a body that breaks off after
 * the file is no upload either. Whoever calls removes the file when this fails.
 * @param readFields of those that came before the file, all as text
 * @throws AppError
 */
export async function takeFile<Form>(
  parts: AsyncIterable<UploadPart>,
  target: { readonly folder: UploadFolder; readonly name: string; readonly maxBytes: number },
  readFields: (fields: Readonly<Record<string, string>>) => Form | Promise<Form>,
): Promise<TakenFile<Form>> {
  const fields: Record<string, string> = {};
  let taken: TakenFile<Form> | undefined;
  for await (const part of parts) {
    if (taken) throw formNotUnderstood();
    if (part.kind === 'field') {
      fields[part.name] = part.value;
      continue;
    }
    if (part.name !== 'file') throw formNotUnderstood();
    const form = await readFields(fields);
    const sizeBytes = await target.folder.write(target.name, part.content);
    if (part.isCut()) throw fileTooLarge(target.maxBytes);
    taken = { form, fileName: displayFileName(part.fileName), sizeBytes };
  }
  if (!taken) throw fileMissing();
  if (taken.sizeBytes === 0) throw fileEmpty();
  return taken;
}
