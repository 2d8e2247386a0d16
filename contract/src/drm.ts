import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';

export const drmSystems = ['clearkey', 'widevine', 'playready', 'fairplay'] as const;
export type DrmSystem = (typeof drmSystems)[number];
/** Those whose licences a commercial service makes. */
export const vendorSystems = ['widevine', 'playready', 'fairplay'] as const;
export type VendorSystem = (typeof vendorSystems)[number];

/** More than any player sends. */
export const maxChallengeBytes = 64 * 1024;

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const address = z.url().check(z.maxLength(2048));

/** The service that issues the licences of a key system, without any secret. */
export const drmDriverSchema = z.discriminatedUnion('driver', [
  z.object({
    /** The Widevine cloud licence service: signed JSON. Widevine only. */
    driver: z.literal('widevine-cloud'),
    licenceUrl: address,
    provider: text(100),
    padding: z.enum(['pkcs7', 'zero']),
  }),
  z.object({
    /** An entitlement message as JWT. */
    driver: z.literal('axinom'),
    licenceUrl: address,
    communicationKeyId: z.uuid(),
  }),
  z.object({
    /** Upfront authorisation as JWT. */
    driver: z.literal('drmtoday'),
    licenceUrl: address,
    merchant: text(100),
  }),
  z.object({
    /** Any other service: the challenge with custom headers. */
    driver: z.literal('headers'),
    licenceUrl: address,
    headers: z
      .array(
        z.object({
          name: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)),
          /** With {userId} {sessionId} {deviceId} {videoId} {contentId} {keyIds} {secret}. */
          value: z.string().check(z.regex(/^[\x20-\x7e]{1,1024}$/)),
        }),
      )
      .check(z.maxLength(10)),
  }),
]);
export type DrmDriver = z.infer<typeof drmDriverSchema>;

/** What FairPlay needs in addition. */
export const fairPlaySettingsSchema = z.object({
  /** The application certificate: DER as base64. Public. */
  certificate: z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(16_384)),
  requestCodec: z.enum(['raw', 'form', 'json']),
  responseCodec: z.enum(['raw', 'base64', 'xml', 'json']),
});
export type FairPlaySettings = z.infer<typeof fairPlaySettingsSchema>;

/** Names of the secrets that each driver needs. They are written and never read. */
export const driverSecrets = {
  'widevine-cloud': ['signingKey', 'signingIv'],
  axinom: ['communicationKey'],
  drmtoday: ['sharedSecret'],
  headers: ['secret'],
} as const satisfies Record<DrmDriver['driver'], readonly string[]>;

export const drmProviderEditSchema = z.object({
  /** Of what was seen; 0 where nothing was configured. */
  version: z.int().check(z.gte(0)),
  enabled: z.boolean(),
  settings: drmDriverSchema,
  fairPlay: z.nullable(fairPlaySettingsSchema),
  /** Left out, those that are stored stay. */
  secrets: z.optional(z.record(z.string(), z.string().check(z.minLength(1), z.maxLength(4096)))),
});

/** What is wrong with the settings of a licence service; `details.problem` of a refusal. */
export const providerProblems = [
  'address_not_https',
  'address_private',
  'address_with_password',
  'widevine_only',
  'signing_key',
  'signing_iv',
  'communication_key',
  'shared_secret',
  'header_reserved',
  'header_secret',
  'certificate',
] as const;
export type ProviderProblem = (typeof providerProblems)[number];

/**
 * How a licence service failed. Its own words are left out: they may repeat what was sent to it.
 */
export const serviceFaults = [
  'resting',
  'timeout',
  'unknown_host',
  'private_address',
  'connection_refused',
  'untrusted_certificate',
  'connection_failed',
  'answer_too_long',
  'not_a_licence',
  'credentials',
  'http_status',
  'playready_status',
  'widevine_status',
] as const;
export type ServiceFault = (typeof serviceFaults)[number];

export const serviceTroubleSchema = z.object({
  fault: z.enum(serviceFaults),
  /** The number or word that goes with it; empty where there is none. */
  detail: z.string(),
});
export type ServiceTrouble = z.infer<typeof serviceTroubleSchema>;

const drmFailureSchema = z.object({
  /** Tells two of the same moment apart. */
  id: idSchema,
  at: instantSchema,
  reason: z.string(),
  ...serviceTroubleSchema.shape,
});

export const drmProviderSchema = z.object({
  system: z.enum(vendorSystems),
  version: z.int(),
  enabled: z.boolean(),
  /** Null where nothing is configured. */
  settings: z.nullable(drmDriverSchema),
  fairPlay: z.nullable(fairPlaySettingsSchema),
  hasSecrets: z.boolean(),
  updatedAt: z.nullable(instantSchema),
  /** Of the process that answers: `resting` after failures, and not asked until a moment passed. */
  health: z.enum(['unused', 'working', 'failing', 'resting']),
});
export type DrmProvider = z.infer<typeof drmProviderSchema>;

export const drmTestResultSchema = z.object({
  ok: z.boolean(),
  /**
   * Null when it answered as expected. A refusal that a test without a player must expect is no
   * failure.
   */
  trouble: z.nullable(serviceTroubleSchema),
  /** Of the service; null when it was not asked. */
  milliseconds: z.nullable(z.number()),
});

export type DrmTestResult = z.infer<typeof drmTestResultSchema>;

export const drmOverviewSchema = z.object({
  since: instantSchema,
  results: z.array(
    z.object({
      system: z.enum(drmSystems),
      outcome: z.enum(['issued', 'refused', 'failed']),
      /** Null for issued ones. */
      reason: z.nullable(z.string()),
      count: z.int(),
    }),
  ),
  /** The latest first. */
  failures: z.array(
    z.object({
      ...drmFailureSchema.shape,
      system: z.enum(drmSystems),
      /** Null where the caller doesn't see that user. */
      userId: z.nullable(idSchema),
    }),
  ),
});
export type DrmOverview = z.infer<typeof drmOverviewSchema>;
