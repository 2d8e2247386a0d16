import * as z from 'zod/mini';
import { idSchema, instantSchema, noNul } from './fields.ts';

/** What a browser cannot prevent. */
export const unpreventable = [
  'other_software_recording',
  'camera_at_screen',
  'software_decryption',
  'unprotected_output',
  'capture_api_unpatched',
  'developer_tools',
] as const;

const text = z.string().check(z.maxLength(60), noNul);

/** What protects one playback, as its player saw it: evidence, never truth. */
export const protectionReportSchema = z.object({
  /** As EME granted it: `org.w3.clearkey`. Null where none was needed yet. */
  keySystem: z.nullable(text),
  /** As granted, not as asked for; empty where the system knows none. */
  videoRobustness: text,
  audioRobustness: text,
  /** The highest HDCP that the output was said to have; `unknown` where browsers don't tell. */
  hdcp: z.enum(['unknown', 'none', '1.0', '1.1', '1.2', '1.3', '1.4', '2.0', '2.1', '2.2', '2.3']),
  /** Share of the marks that were drawn and found intact at the last check, 0 to 1. */
  watermarkCoverage: z.number().check(z.gte(0), z.lte(1)),
  cannotPrevent: z.array(z.enum(unpreventable)).check(z.maxLength(unpreventable.length)),
});
export type ProtectionReport = z.infer<typeof protectionReportSchema>;

/** One playback, as an administrator sees it. */
export const watchedPlaybackSchema = z.object({
  id: idSchema,
  /** The content of its watermark. */
  code: z.string(),
  /** The number is masked for callers without the right `users.read`. */
  user: z.object({ id: idSchema, name: z.string(), contactNumber: z.string() }),
  video: z.object({ id: idSchema, title: z.string() }),
  sessionId: idSchema,
  deviceId: z.string(),
  /** Browser and system in words. */
  device: z.string(),
  address: z.string(),
  openedAt: instantSchema,
  expiresAt: instantSchema,
  endedAt: z.nullable(instantSchema),
  endedCause: z.nullable(z.enum(['replaced', 'moved', 'terminated', 'withdrawn'])),
  /** Null until its player reported. */
  protection: z.nullable(protectionReportSchema),
  protectionAt: z.nullable(instantSchema),
});
export type WatchedPlayback = z.infer<typeof watchedPlaybackSchema>;
