import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';
import { streamSchema } from './playback.ts';

/** Of the specification, sections 8 and 9: what a browser may keep to play without a connection. */
export const offlineLimits = {
  /** On one device at a time. */
  copies: 10,
  /**
   * Different videos of one learner within 24 hours, removed ones included: copies are fetched as
   * fast as the line is, and ten that make room for ten more would be the whole catalogue.
   */
  videosPerDay: 20,
  bytes: 500_000_000,
  lifetimeSeconds: 7 * 86_400,
  watermarkOpacity: 0.05,
  /** AES-GCM, with a key by PBKDF2 (HMAC-SHA-256). */
  keyBits: 256,
  keyIterations: 100_000,
  ivBytes: 12,
} as const;

/** Why a copy may be played no more, before its time. */
export const offlineRevocations = [
  'administrator',
  'video_not_available',
  'access_terminated',
  'playback_suspended',
  'replaced',
] as const;
export type OfflineRevocation = (typeof offlineRevocations)[number];

/** `unknown`: the server has no such copy of this learner on this device. */
export const offlineCopyStates = ['valid', 'expired', 'revoked', 'unknown'] as const;
export type OfflineCopyState = (typeof offlineCopyStates)[number];

/** A copy of a video that one device keeps for one learner. */
export const offlineCopySchema = z.object({
  id: idSchema,
  videoId: idSchema,
  title: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  state: z.enum(offlineCopyStates),
  /** Null unless it is revoked. */
  revokedFor: z.nullable(z.enum(offlineRevocations)),
});
export type OfflineCopy = z.infer<typeof offlineCopySchema>;

/** As an administrator sees it. */
export const learnerOfflineCopySchema = z.extend(offlineCopySchema, {
  /** Browser and system in words. */
  device: z.string(),
  /** When its browser last asked whether it is still good. */
  checkedAt: z.nullable(instantSchema),
});
export type LearnerOfflineCopy = z.infer<typeof learnerOfflineCopySchema>;

/** Everything that a browser needs to fetch a copy and to play it later. */
export const offlineGrantSchema = z.object({
  copy: offlineCopySchema,
  /** 32 bytes, base64url; of this copy alone, the same when its download is resumed. */
  secret: z.string(),
  /** RFC 7638 thumbprint of the device key that the copy is for. */
  deviceId: z.string(),
  /** Of the server's clock, from which the copy's time is counted. */
  serverTime: instantSchema,
  /** A playback session that fetches, and shows nothing; good for an hour at most. */
  stream: streamSchema,
});
export type OfflineGrant = z.infer<typeof offlineGrantSchema>;
