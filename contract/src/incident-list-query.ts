import * as z from 'zod/mini';
import { anyOf, idSchema, instantSchema, pageQuery, wholeNumber } from './fields.ts';
import { incidentSeverities, incidentTypeNames } from './incidents.ts';

export const incidentSortKeys = ['receivedAt', 'user', 'type', 'severity'] as const;

export const incidentListQuery = z.object({
  id: z.optional(idSchema),
  user: z.optional(idSchema),
  /** `none`: those that name no video. */
  video: z.optional(z.union([idSchema, z.literal('none')])),
  /** Part of the learner's name or phone number. */
  search: pageQuery.search,
  type: anyOf(incidentTypeNames),
  severity: anyOf(incidentSeverities),
  /** Instants of receipt, both ends included. */
  from: z.optional(instantSchema),
  to: z.optional(instantSchema),
  sortBy: z._default(z.enum(incidentSortKeys), 'receivedAt'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'desc'),
  limit: wholeNumber({ min: 1, max: 100, fallback: 50 }),
  offset: wholeNumber({ min: 0, max: 1_000_000, fallback: 0 }),
});
