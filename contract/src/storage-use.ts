import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';

/** `warning`: room runs short. `critical`: new uploads are refused, or soon will be. */
export const storageLevels = ['ok', 'warning', 'critical'] as const;
export type StorageLevel = (typeof storageLevels)[number];

/**
 * The parts of storage use: files being processed, media that learners receive, and its pictures.
 */
const storageKinds = ['uploads', 'media', 'posters'] as const;
export type StorageKind = (typeof storageKinds)[number];

const kindUseSchema = z.object({
  kind: z.enum(storageKinds),
  bytes: z.number(),
  /** Files of uploads, videos of the others. */
  count: z.int(),
  /** Of uploads the caller's own; null where there is none. */
  quota: z.nullable(z.object({ bytes: z.number(), usedBytes: z.number() })),
  level: z.enum(storageLevels),
});

/** Room that there is and what takes it. */
export const storageUseSchema = z.object({
  level: z.enum(storageLevels),
  /** Where finished media lies. */
  driver: z.enum(['disk', 's3']),
  /** The disk of uploads, and of media unless that lies in object storage, which tells no end. */
  disk: z.object({
    totalBytes: z.number(),
    freeBytes: z.number(),
    /** Announced by uploads under way and still to come. */
    awaitedBytes: z.number(),
    level: z.enum(storageLevels),
  }),
  kinds: z.array(kindUseSchema),
  /** Of deleted videos: removed automatically after their grace period. */
  deleted: z.object({ bytes: z.number(), count: z.int() }),
  /** Videos with media that was not counted so far. */
  uncounted: z.int(),
  /** When the media that was counted longest ago was; null when none was. */
  countedSince: z.nullable(instantSchema),
  limits: z.object({
    uploadMaxBytes: z.number(),
    uploadQuotaBytes: z.number(),
    mediaQuotaBytes: z.nullable(z.number()),
    diskReserveBytes: z.number(),
    uploadLifetimeHours: z.number(),
    deleteGraceHours: z.number(),
  }),
});
export type StorageUse = z.infer<typeof storageUseSchema>;

/** One video and the room that it takes. */
export const storedVideoSchema = z.object({
  videoId: idSchema,
  title: z.string(),
  mediaBytes: z.number(),
  posterBytes: z.number(),
  durationSeconds: z.nullable(z.number()),
  deletedAt: z.nullable(instantSchema),
  countedAt: instantSchema,
});
export type StoredVideo = z.infer<typeof storedVideoSchema>;
