import * as z from 'zod/mini';
import { idSchema, instantSchema, noNul } from './fields.ts';

/** How long what a runner holds is kept for it while it is silent. */
export const runnerLeaseSeconds = 30;
/** The most bytes of a source that one call answers. */
export const runnerRangeBytes = 8 * 1024 ** 2;
/** How long an invitation is valid: until then a new runner can register by its token. */
export const runnerInvitationHours = 24;

/** What they begin with tells people, and searches for leaked secrets, what they are. */
export const runnerTokenPrefix = 'prahari-register-';
export const runnerSecretPrefix = 'prahari-runner-';

/** `invited`: its token waits to be used; `offline`: it has not asked for work lately. */
const runnerStates = ['invited', 'expired', 'active', 'offline', 'suspended', 'revoked'] as const;

export const runnerNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(60), noNul);

/** A runner, as administrators see it. */
export const runnerSchema = z.object({
  id: idSchema,
  name: z.string(),
  state: z.enum(runnerStates),
  createdAt: instantSchema,
  /** Null until its token is used. */
  registeredAt: z.nullable(instantSchema),
  /** When its token expires, while that waits. */
  tokenExpiresAt: z.nullable(instantSchema),
  lastSeenAt: z.nullable(instantSchema),
  /** What it is making at this moment. */
  part: z.nullable(z.object({ videoTitle: z.string(), progress: z.number() })),
  /** Parts that were found right and used. */
  partsMade: z.int(),
  resultsRefused: z.int(),
});
export type Runner = z.infer<typeof runnerSchema>;

const count = z.int().check(z.gte(0));
/** Becomes the name of a file on the runner. */
const fileStem = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/));
const size = z.int().check(z.gte(1), z.lte(65_536));

/** What a runner can do; only parts that it would make with the very same arguments are given to it. */
export const runnerToolsSchema = z.object({
  canMapTones: z.boolean(),
  encoder: z.union([
    z.object({ name: z.literal('libx264'), device: z.null() }),
    z.object({
      name: z.enum(['nvenc', 'qsv', 'vaapi']),
      device: z.nullable(z.string().check(z.maxLength(100), noNul)),
    }),
  ]),
});

/** A part of the pictures of a video, and all that it takes to make it. */
export const runnerPartSchema = z.object({
  id: idSchema,
  /** Sent with every call about it; another try has another. */
  fence: count,
  /** Equal for parts of one source. */
  sourceId: idSchema,
  part: z.object({
    kind: z.literal('pictures'),
    name: z.string().check(z.regex(/^\d{1,8}$/)),
    weight: z.number(),
    piece: z.object({
      number: count,
      firstPicture: count,
      pictures: count,
      startSeconds: z.number().check(z.gte(0)),
    }),
  }),
  facts: z.object({
    container: z.enum(['mp4', 'matroska', 'mpegts', 'mpegps', 'avi', 'asf', 'flv']),
    sizeBytes: count,
    durationSeconds: z.number(),
    videoSeconds: z.number(),
    width: z.int(),
    height: z.int(),
    frameRate: z.number(),
    averageFrameRate: z.number(),
    range: z.enum(['sdr', 'pq', 'hlg']),
    scan: z.enum(['progressive', 'interlaced', 'telecine']),
    videoCodec: z.string(),
    videoStream: count,
    sounds: z.array(
      z.object({ stream: count, codec: z.string(), language: z.nullable(z.string()) }),
    ),
  }),
  ladder: z.object({
    video: z
      .array(
        z.object({
          name: fileStem,
          lines: size,
          width: size,
          height: size,
          maxBitrateKbps: z.int(),
          quality: z.enum(['SD', 'HD']),
        }),
      )
      .check(z.minLength(1), z.maxLength(20)),
    frameRate: z.object({ numerator: size, denominator: size }),
    segmentSeconds: z.number(),
  }),
  encoder: runnerToolsSchema.shape.encoder,
  /** What it must return, each at most so large. */
  files: z.array(z.object({ name: z.string(), maxBytes: count })),
});
export type RunnerPart = z.infer<typeof runnerPartSchema>;

/** `stopped`: another may take it at once; `failed`: perhaps another can; `fault`: of the source. */
export const partReturnReasons = ['stopped', 'failed', 'fault'] as const;
