import * as z from 'zod/mini';
import { drmSystems } from './drm.ts';
import { instantSchema } from './fields.ts';
import { encryptionSchemes } from './playback.ts';

/** How a video was used lately, by the learners of the caller's scope, and how it is protected. */
export const videoInsightsSchema = z.object({
  /** Plays in each of the last 30 times 24 hours, oldest first. */
  days: z.array(z.object({ from: instantSchema, plays: z.int() })),
  plays: z.int(),
  /** Different ones who played it. */
  learners: z.int(),
  /** What they watched, from the reports of their players. */
  watchSeconds: z.number(),
  /** Whether there was more than is added up here. */
  isPartial: z.boolean(),
  /** Bytes of what was made of the file; null until they are counted. */
  mediaBytes: z.nullable(z.number()),
  /** Content keys, without the keys. */
  keys: z.array(
    z.object({
      quality: z.enum(['AUDIO', 'SD', 'HD']),
      scheme: z.enum(encryptionSchemes),
      createdAt: instantSchema,
    }),
  ),
  /** Licences of the last 7 days, by key system. */
  licences: z.array(z.object({ system: z.enum(drmSystems), count: z.int() })),
});
export type VideoInsights = z.infer<typeof videoInsightsSchema>;
