import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';

export const noteLimits = {
  textCharacters: 2000,
  /** More than a learner writes down; a limit against flooding. */
  notesPerVideo: 500,
} as const;

/** A learner's own words at a moment of a lesson. */
export const noteSchema = z.object({
  id: idSchema,
  positionSeconds: z.number(),
  text: z.string(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Note = z.infer<typeof noteSchema>;
