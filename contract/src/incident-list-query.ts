import * as z from 'zod/mini';
import { anyOf, idSchema, instantSchema, wholeNumber } from './fields.ts';
import { incidentSeverities, incidentTypeNames } from './incidents.ts';

export const incidentListQuery = z.object({
  id: z.optional(idSchema),
  user: z.optional(idSchema),
  video: z.optional(idSchema),
  type: anyOf(incidentTypeNames),
  severity: anyOf(incidentSeverities),
  /** Instants of receipt, both ends included. */
  from: z.optional(instantSchema),
  to: z.optional(instantSchema),
  limit: wholeNumber({ min: 1, max: 100, fallback: 50 }),
  offset: wholeNumber({ min: 0, max: 1_000_000, fallback: 0 }),
});
