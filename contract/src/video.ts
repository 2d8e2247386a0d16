import * as z from 'zod/mini';
import { diskWaitSchema } from './disk-wait.ts';
import { idSchema, instantSchema } from './fields.ts';

/** `empty`: announced in the catalogue, but no file was uploaded for it so far. */
export const videoStatuses = ['empty', 'processing', 'ready', 'failed'] as const;
export const videoDifficulties = ['beginner', 'intermediate', 'advanced'] as const;
export const videoTypes = ['lecture', 'practical', 'discussion', 'revision'] as const;

/** The end of a learner's access to a video by violations. */
const videoTerminationSchema = z.object({
  at: instantSchema,
  /** When the learner asked for a review; null until then. */
  reviewRequestedAt: z.nullable(instantSchema),
});

export const videoSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  status: z.enum(videoStatuses),
  /** Whether it is out at this moment, its schedule counted in. */
  published: z.boolean(),
  category: z.nullable(z.string()),
  difficulty: z.nullable(z.enum(videoDifficulties)),
  type: z.nullable(z.enum(videoTypes)),
  /** The spoken language (RFC 5646); null where it was not given. */
  language: z.nullable(z.string()),
  durationSeconds: z.nullable(z.number()),
  /** Under a signed path of this session; null until the poster is made. */
  posterUrl: z.nullable(z.string()),
  /** The same picture, small enough for lists; null where only the large one was made. */
  cardUrl: z.nullable(z.string()),
  /**
   * A WebVTT track of small pictures (W3C Media Fragments), beside its sheets under the same kind of
   * signed path; null until they are made.
   */
  storyboardUrl: z.nullable(z.string()),
  /** Where this learner left off, in seconds; null when never started. */
  resumeAtSeconds: z.nullable(z.number()),
  /** When this learner had watched nine tenths of it, by the server's count; null until then. */
  completedAt: z.nullable(instantSchema),
  /** Since when this learner may not play it any more; null while that is not so. */
  termination: z.nullable(videoTerminationSchema),
  createdAt: instantSchema,
});
export type VideoTermination = z.infer<typeof videoTerminationSchema>;
export type Video = z.infer<typeof videoSchema>;

const jobStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
/** In their order. After `publish_low` the video plays, in its lowest qualities. */
export const processingSteps = [
  'probe',
  'validate',
  'poster',
  'transcode_low',
  'package_low',
  'publish_low',
  'transcode_high',
  'package_high',
  'storyboard',
  'publish',
] as const;
export type ProcessingStep = (typeof processingSteps)[number];
const stepStates = ['waiting', 'running', 'completed', 'failed', 'skipped'] as const;
export type ProcessingStepState = (typeof stepStates)[number];

/** Why a file can't become a lesson, however often it is tried. */
export const faultsOfFile = [
  'empty_file',
  'unknown_format',
  'playlist_file',
  'archive_file',
  'picture_file',
  'endless_file',
  'no_index',
  'cut_short',
  'no_video',
  'too_short',
  'too_long',
  'unknown_duration',
  'too_large_picture',
  'unusable_picture',
  'broken_file',
] as const;
/** Why a job failed; each has a text in the catalogue. Other codes come from older versions. */
export const processingFailures = [
  ...faultsOfFile,
  'unusable_path',
  'not_protected',
  'disk_full',
  'tool_missing',
  'tool_failed',
  'timed_out',
  'cancelled',
  'server_fault',
  'interrupted',
  'source_missing',
  'key_service_failed',
] as const;
export type ProcessingFailure = (typeof processingFailures)[number];

/** An upload job, read by its id while a video is processed. */
export const uploadJobSchema = z.object({
  kind: z.literal('video'),
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
  /** Why it failed: a code of `processingFailures`, and technical text in English. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** What a queued job waits for that met a full disk; null while it waits for none. */
  diskWait: z.nullable(diskWaitSchema),
  attempts: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type UploadJob = z.infer<typeof uploadJobSchema>;

/** One step of a job. A finished one is not done again when the job is repeated. */
const jobStepSchema = z.object({
  step: z.enum(processingSteps),
  state: z.enum(stepStates),
  /** 0 to 1. */
  progress: z.number(),
  speed: z.nullable(z.number()),
  etaSeconds: z.nullable(z.number()),
  attempts: z.int(),
  startedAt: z.nullable(instantSchema),
  finishedAt: z.nullable(instantSchema),
  /** Whether this step alone can be repeated now. */
  repeatable: z.boolean(),
});

const jobLogLineSchema = z.object({
  at: instantSchema,
  step: z.nullable(z.enum(processingSteps)),
  message: z.string(),
});

/** One job with its steps and the last lines of its log. */
export const uploadJobDetailSchema = z.extend(uploadJobSchema, {
  steps: z.array(jobStepSchema),
  log: z.array(jobLogLineSchema),
  /** Until when a failed or cancelled job can be resumed; null when it cannot. */
  retryableUntil: z.nullable(instantSchema),
  /** How many workers are on it at this moment: parts of a long video are made by several. */
  workers: z.int(),
});
export type UploadJobDetail = z.infer<typeof uploadJobDetailSchema>;
