import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';

const videoStatuses = ['processing', 'ready', 'failed'] as const;

export const videoSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  status: z.enum(videoStatuses),
  published: z.boolean(),
  durationSeconds: z.nullable(z.number()),
  /** Under a signed path of this session; null until the poster is made. */
  posterUrl: z.nullable(z.string()),
  /** Where this learner left off, in seconds; null when never started. */
  resumeAtSeconds: z.nullable(z.number()),
  createdAt: instantSchema,
});
export type Video = z.infer<typeof videoSchema>;

const jobStates = ['queued', 'running', 'completed', 'failed'] as const;
export const processingSteps = ['probe', 'transcode', 'package', 'poster', 'publish'] as const;
export type ProcessingStep = (typeof processingSteps)[number];

/** An upload job, asked for by its id while a lecture is being made ready. */
export const uploadJobSchema = z.object({
  kind: z.literal('lecture'),
  id: idSchema,
  videoId: idSchema,
  title: z.string(),
  fileName: z.string(),
  fileSizeBytes: z.number(),
  state: z.enum(jobStates),
  step: z.nullable(z.enum(processingSteps)),
  /** Of the whole job, 0 to 1. */
  progress: z.number(),
  /** Media seconds made per wall second; null outside the transcode. */
  speed: z.nullable(z.number()),
  etaSeconds: z.nullable(z.number()),
  /** Why it failed and what to do, in plain words. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  attempts: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type UploadJob = z.infer<typeof uploadJobSchema>;
