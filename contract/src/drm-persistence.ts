import * as z from 'zod/mini';
import { drmSystems, vendorSystems } from './drm.ts';
import { idSchema, instantSchema, noNul } from './fields.ts';

/** Specification, section 3. */
const persistenceEventTypes = [
  'license_request',
  'cache_hit',
  'cache_miss',
  'license_expired',
  'license_persisted',
  'license_loaded',
  'license_load_failed',
  'license_cached',
  /** Not of the specification: its five-minute report, which is no event of a licence. */
  'performance_report',
] as const;
const persistenceStatuses = ['working', 'partial', 'failed'] as const;

/** Specification, section 9: the DRM log. */
export const persistenceLogLimits = {
  inMemory: 1000,
  keptLocally: 100,
  flushAtEvents: 50,
  flushEveryMs: 5000,
  reportEveryMs: 300_000,
  /** Under it a recommendation is due. */
  goodCacheHitRate: 0.5,
} as const;

/** How long a browser may keep a licence (specification, section 9). */
export const keptLicenceSeconds = 6 * 3600;

const word = z.string().check(z.maxLength(200), noNul);

/** What a browser noted about keeping a licence. The server knows whose licence it was. */
export const persistenceEventSchema = z.object({
  timestamp: instantSchema,
  sessionId: z.string().check(z.maxLength(100), noNul),
  userId: z.string().check(z.maxLength(100), noNul),
  videoId: idSchema,
  eventType: z.enum(persistenceEventTypes),
  requestNumber: z.int().check(z.gte(0), z.lte(1_000_000)),
  networkCall: z.boolean(),
  persistenceStatus: z.enum(persistenceStatuses),
  details: z
    .record(z.string().check(z.maxLength(40), noNul), word)
    .check(z.refine((fields) => Object.keys(fields).length <= 10, { message: 'Too many fields' })),
});
export type PersistenceEvent = z.infer<typeof persistenceEventSchema>;

export const persistenceReportSchema = z.object({
  since: instantSchema,
  requests: z.int(),
  networkCalls: z.int(),
  /** Null while nothing was looked up. */
  cacheHitRate: z.nullable(z.number()),
  /** Of videos with several requests, those that needed one network call only. */
  videosWorking: z.int(),
  videosTried: z.int(),
  byType: z.array(z.object({ eventType: z.enum(persistenceEventTypes), count: z.int() })),
  byStatus: z.array(z.object({ status: z.enum(persistenceStatuses), count: z.int() })),
  recommendation: z.nullable(z.enum(['improve_caching'])),
});
export type PersistenceReport = z.infer<typeof persistenceReportSchema>;

const licenceRecord = {
  videoId: idSchema,
  sessionId: idSchema,
  createdAt: instantSchema,
  expirationTime: instantSchema,
};

/** A licence that a browser keeps. It is valid: one whose time is over is not answered. */
export const persistentLicenceSchema = z.object({
  ...licenceRecord,
  drmSystem: z.enum(vendorSystems),
});

export const licenceStatusSchema = z.object({
  videoId: idSchema,
  /** The caller's own, the latest first. */
  licenses: z.array(
    z.object({
      ...licenceRecord,
      drmSystem: z.enum(drmSystems),
      persistent: z.boolean(),
      valid: z.boolean(),
    }),
  ),
});
