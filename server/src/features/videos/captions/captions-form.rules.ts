import { captionLabelSchema } from '@prahari/contract';
import { captionsLabelInvalid } from './captions.errors.ts';

/** @throws AppError */
export function readCaptionsForm(fields: Readonly<Record<string, string>>): { label: string } {
  const parsed = captionLabelSchema.safeParse(fields['label']);
  if (!parsed.success) throw captionsLabelInvalid();
  return { label: parsed.data };
}
