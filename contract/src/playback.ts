import * as z from 'zod/mini';
import { idSchema, instantSchema, noNul } from './fields.ts';
import { violationStandingSchema } from './incidents.ts';
import { playbackPolicySchema } from './playback-policy.ts';

export const accessReasons = [
  'mobile_device',
  'access_terminated',
  'playback_suspended',
  'access_session_required',
  'video_not_available',
  'user_token_invalid',
] as const;

/** Why a user token can't be used now. */
export const userTokenReasons = [...accessReasons, 'user_token_used'] as const;

/** A key system by which a playback session may ask for licences. */
const offeredKeySystemSchema = z.object({
  licenseUrl: z.string(),
  /** Of the service's certificate, where players must have it before they ask; else null. */
  certificateUrl: z.nullable(z.string()),
  /** Security to ask the browser for, the best first (specification, section 9). */
  robustness: z.array(z.object({ audio: z.string(), video: z.string() })),
  /** Whether a browser that can keep licences may do so. */
  mayKeepLicences: z.boolean(),
});
export type OfferedKeySystem = z.infer<typeof offeredKeySystemSchema>;

/** By their names in Encrypted Media Extensions, the preferred first. */
export const keySystemNames = [
  'com.widevine.alpha',
  'com.microsoft.playready.recommendation',
  'com.apple.fps',
  'org.w3.clearkey',
] as const;
export type KeySystemName = (typeof keySystemNames)[number];

const keySystemsSchema = z.object({
  'com.widevine.alpha': z.optional(offeredKeySystemSchema),
  'com.microsoft.playready.recommendation': z.optional(offeredKeySystemSchema),
  'com.apple.fps': z.optional(offeredKeySystemSchema),
  'org.w3.clearkey': z.optional(offeredKeySystemSchema),
} satisfies Record<KeySystemName, unknown>);
export type OfferedKeySystems = z.infer<typeof keySystemsSchema>;

/**
 * Schemes of Common Encryption (ISO/IEC 23001-7), the preferred first: `cbcs` is read by every current
 * key system, `cenc` by older devices too, but not by FairPlay.
 */
export const encryptionSchemes = ['cbcs', 'cenc'] as const;
export type EncryptionScheme = (typeof encryptionSchemes)[number];

/** Everything that the player needs, answered in one go by the stream call. */
export const streamSchema = z.object({
  playbackSessionId: idSchema,
  videoId: idSchema,
  title: z.string(),
  description: z.string(),
  durationSeconds: z.number(),
  posterUrl: z.nullable(z.string()),
  /**
   * The path of a track of pictures beside the sound, below that of the segments; null when there
   * is none.
   */
  slidesTrack: z.nullable(z.string()),
  /** `text` is what `dash` would answer: a player starts a round trip earlier with it. */
  manifest: z.object({ dash: z.string(), hls: z.string(), text: z.string() }),
  /** The key systems that are configured and that the policy of this session allows. */
  keySystems: keySystemsSchema,
  encryption: z.object({
    /** Of this playback session. */
    scheme: z.enum(encryptionSchemes),
    /** The other encryption schemes in which the video is available. */
    others: z.array(z.enum(encryptionSchemes)),
  }),
  watermark: z.object({
    /** The contact number with all but the last four digits masked. */
    maskedNumber: z.string(),
    /** Opaque; an administrator can resolve it to learner, session and time. */
    sessionCode: z.string(),
  }),
  policy: playbackPolicySchema,
  /** Whether the player notes what becomes of its licences (specification, section 9: a flag). */
  persistenceLog: z.boolean(),
  /** Whether the browser may keep segments of it for a while (specification, section 9: a flag). */
  segmentCache: z.boolean(),
  /** This learner's standing with this video: a reload does not reset it. */
  violations: violationStandingSchema,
  resumeAtSeconds: z.number(),
  expiresAt: instantSchema,
});
export type Stream = z.infer<typeof streamSchema>;

/** W3C EME Clear Key: the licence request that the CDM makes (section 9.1.3). */
export const clearKeyRequestSchema = z.object({
  kids: z
    .array(z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)))
    .check(z.minLength(1), z.maxLength(8)),
  type: z._default(z.literal('temporary'), 'temporary'),
});

/** W3C EME Clear Key: a JWK set (section 9.1.4). */
export const clearKeyLicenceSchema = z.object({
  keys: z.array(z.object({ kty: z.literal('oct'), kid: z.string(), k: z.string() })),
  type: z.literal('temporary'),
});

/** Kinds of connections by the Network Information API, the slowest first. */
export const networkTypes = ['slow-2g', '2g', '3g', '4g'] as const;
export type NetworkType = (typeof networkTypes)[number];

export const playbackEvents = [
  'play',
  'pause',
  'seek',
  'progress',
  'rebuffer',
  'quality',
  'error',
  'ended',
] as const;
export type PlaybackEventName = (typeof playbackEvents)[number];

/**
 * What a start waits for, from the click to the first picture, in this order: the answer that opens
 * the video, the player with its manifest, the licence, the first segments of picture and sound, and
 * the picture itself. Each lasts from the end of those before it to its own, so that what arrives in
 * the meantime took no time, and together they are the start.
 */
export const startParts = ['answer', 'manifest', 'licence', 'segments', 'picture'] as const;
export type StartPart = (typeof startParts)[number];

const shortText = (maxLength: number) => z.string().check(z.maxLength(maxLength), noNul);

/** What happened at a position of the video (specification, section 7); evidence, never truth. */
export const playbackEventSchema = z.object({
  /** Made by the browser: sent again, an event is kept once. */
  id: idSchema,
  event: z.enum(playbackEvents),
  /** Seconds. */
  position: z.number().check(z.gte(0), z.lte(360_000)),
  duration: z.number().check(z.gte(0), z.lte(360_000)),
  /** By the learner's clock. */
  timestamp: instantSchema,
  /**
   * Such as the height of a quality, the number of an error, `startMs` of a play that began the
   * playback, with `answerMs`, `manifestMs`, `licenceMs` and `segmentsMs` of it (`startParts`; the
   * picture is the rest), `stallMs` of a rebuffer that is over, `kbps` of what plays, and `frames` and
   * `droppedFrames` since the event before that said them.
   */
  detail: z.optional(
    z
      .record(shortText(40), shortText(100))
      .check(z.refine((fields) => Object.keys(fields).length <= 8, { message: 'Too many fields' })),
  ),
});
