import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';

export const performanceRanges = ['1h', '24h', '7d', '30d', '90d'] as const;
export type PerformanceRange = (typeof performanceRanges)[number];

/** A sign-in that takes longer is slow, or critical (specification, section 9). */
export const signInLimitsMs = { slow: 3000, critical: 10_000 } as const;

const count = z.int().check(z.gte(0));
/** Within 5 % of the real value; null without any call. */
const latencyMs = z.nullable(z.number());
/** From 0 to 1; null without any call. */
const share = z.nullable(z.number());

const figuresSchema = z.object({
  count,
  perSecond: z.number(),
  /** Answered with a status from 500 on. */
  errorRatio: share,
  p50Ms: latencyMs,
  p95Ms: latencyMs,
  p99Ms: latencyMs,
});

const routeSchema = z.object({
  ...figuresSchema.shape,
  /** The method and the pattern of the address. */
  route: z.string(),
  /** Answered with 429. */
  limited: count,
});
export type RoutePerformance = z.infer<typeof routeSchema>;

/** One process in its last full minute. */
export const processPerformanceSchema = z.object({
  process: z.string(),
  role: z.enum(['all', 'web', 'worker']),
  at: instantSchema,
  loopDelayP50Ms: z.number(),
  loopDelayP99Ms: z.number(),
  loopDelayMaxMs: z.number(),
  memoryBytes: count,
  heapBytes: count,
  /** Of one core. */
  cpuShare: z.number(),
  poolBusy: count,
  poolWaiting: count,
});

const queueSchema = z.object({ kind: z.string(), ready: count, deferred: count, active: count });

/** How the whole installation answered within a range of time, by the minutes that it recorded. */
export const performanceOverviewSchema = z.object({
  timeRange: z.enum(performanceRanges),
  from: instantSchema,
  to: instantSchema,
  /** The end of the last minute that was recorded; null before the first. */
  measuredAt: z.nullable(instantSchema),
  calls: figuresSchema,
  segments: z.object({
    ...figuresSchema.shape,
    bytes: count,
    /** With `nginx`, Prahari only checks, and measures that; nginx sends the bytes. */
    sentBy: z.enum(['prahari', 'nginx']),
  }),
  signIns: z.object({ ...figuresSchema.shape, slow: count, critical: count }),
  processes: z.array(processPerformanceSchema),
  queue: z.array(queueSchema),
  /** Videos that are being made ready, and that wait for it. */
  transcoder: z.object({ active: count, waiting: count }),
  /** Slowest first. */
  routes: z.array(routeSchema),
});
export type PerformanceOverview = z.infer<typeof performanceOverviewSchema>;

/** Null where nothing was recorded. Of processes, the one with the highest figure counts. */
const pointSchema = z.object({
  at: instantSchema,
  callsPerSecond: z.nullable(z.number()),
  errorRatio: share,
  p50Ms: latencyMs,
  p95Ms: latencyMs,
  p99Ms: latencyMs,
  loopDelayP99Ms: z.nullable(z.number()),
  memoryBytes: z.nullable(z.number()),
  cpuShare: z.nullable(z.number()),
  poolBusy: z.nullable(z.number()),
  poolWaiting: z.nullable(z.number()),
  jobsReady: z.nullable(z.number()),
  jobsActive: z.nullable(z.number()),
  segmentsPerSecond: z.nullable(z.number()),
  segmentBytesPerSecond: z.nullable(z.number()),
  segmentP95Ms: latencyMs,
  signIns: z.nullable(z.number()),
  signInP95Ms: latencyMs,
});
export type PerformancePoint = z.infer<typeof pointSchema>;

export const performanceSeriesSchema = z.object({
  timeRange: z.enum(performanceRanges),
  stepSeconds: z.int(),
  /** One for each step, the oldest first. */
  points: z.array(pointSchema),
});
export type PerformanceSeries = z.infer<typeof performanceSeriesSchema>;

export const componentNames = [
  'database',
  'schema',
  'storage',
  'proofs',
  'queue',
  'transcoder',
  'disk',
  'clock',
  'readers',
] as const;
export type ComponentName = (typeof componentNames)[number];

/** The parts of the installation as the answering process meets them. */
export const systemHealthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'failed']),
  at: instantSchema,
  version: z.string(),
  /** Of the process that answers. */
  uptimeSeconds: z.int(),
  /** Of the disk of DATA_DIR, as a part of 1; null while it can't be read. */
  diskFreeRatio: z.nullable(z.number()),
  components: z.array(
    z.object({
      name: z.enum(componentNames),
      status: z.enum(['ok', 'degraded', 'failed']),
      durationMs: z.number(),
      /** The cause; null where all is well. */
      message: z.nullable(z.string()),
    }),
  ),
  processes: z.array(processPerformanceSchema),
});
export type SystemHealth = z.infer<typeof systemHealthSchema>;

export const loadProfiles = ['classroom', 'exam', 'soak'] as const;

const stepSchema = z.object({
  step: z.string().check(z.minLength(1), z.maxLength(60)),
  requests: count,
  failed: count,
  p50Ms: z.number().check(z.gte(0)),
  p95Ms: z.number().check(z.gte(0)),
  p99Ms: z.number().check(z.gte(0)),
});

/** What a load test found. */
export const loadReportSchema = z.object({
  profile: z.enum(loadProfiles),
  startedAt: instantSchema,
  seconds: z.number().check(z.gt(0), z.lte(7 * 86_400)),
  learners: z.int().check(z.gte(1), z.lte(1_000_000)),
  requests: count,
  failed: count,
  perSecond: z.number().check(z.gte(0)),
  /** Each kind of request by itself. */
  steps: z.array(stepSchema).check(z.minLength(1), z.maxLength(20)),
});
export type LoadReport = z.infer<typeof loadReportSchema>;

export const loadTestSchema = z.object({
  id: idSchema,
  storedAt: instantSchema,
  storedBy: z.string(),
  ...loadReportSchema.shape,
});
export type LoadTest = z.infer<typeof loadTestSchema>;

/** The load test that is started from the page: a class, for a minute. */
export const pageLoad = { learners: 30, seconds: 60 } as const;

const loadRunPhases = ['preparing', 'signing-in', 'watching'] as const;
const loadRunStates = ['running', 'done', 'failed', 'cancelled'] as const;
/** Why a load test ended before its time. */
const loadRunFailures = ['interrupted', 'too_long', 'refused'] as const;
export type LoadRunFailure = (typeof loadRunFailures)[number];

/** How much is asked for: no more than the page starts, and no longer than two minutes. */
export const loadRequestSchema = z.object({
  /** A lesson for everyone; left out, the newest. */
  videoId: z.optional(idSchema),
  learners: z._default(z.int().check(z.gte(1), z.lte(pageLoad.learners)), pageLoad.learners),
  seconds: z._default(z.int().check(z.gte(1), z.lte(120)), pageLoad.seconds),
});

/** A load test that was started from the page. */
export const loadRunSchema = z.object({
  id: idSchema,
  state: z.enum(loadRunStates),
  /** Of one that runs: what it does, and how far it is. */
  phase: z.enum(loadRunPhases),
  phaseSince: instantSchema,
  startedAt: instantSchema,
  startedBy: z.string(),
  endedAt: z.nullable(instantSchema),
  /** The lesson that is watched. */
  lesson: z.string(),
  learners: count,
  /** For how long they watch once all have signed in. */
  seconds: count,
  requests: count,
  failed: count,
  failure: z.nullable(z.enum(loadRunFailures)),
  /** What the server said, where learners were refused. */
  failureText: z.nullable(z.string()),
});
export type LoadRun = z.infer<typeof loadRunSchema>;

export const loadRunViewSchema = z.object({
  /** The latest; null before the first. */
  run: z.nullable(loadRunSchema),
  /** The lesson that the next one would watch; null where none is published for everyone. */
  lesson: z.nullable(z.object({ id: idSchema, title: z.string() })),
});
export type LoadRunView = z.infer<typeof loadRunViewSchema>;

/** One process at this moment, for probes that read no Prometheus text. */
export const currentMetricsSchema = z.object({
  at: instantSchema,
  version: z.string(),
  uptimeSeconds: z.int(),
  memoryBytes: count,
  heapBytes: count,
  poolBusy: count,
  poolWaiting: count,
  /** Null while the database can't be asked. */
  queue: z.nullable(z.array(queueSchema)),
});

export const addressClasses = ['loopback', 'private', 'link-local', 'public'] as const;

/** From here on a connection counts as slow. */
export const slowRoundTripMs = 2000;
/** Beyond this, codes and proofs of a browser may be refused as too old or too new. */
export const clockToleranceMs = 60_000;

export const networkIssues = ['slow_network', 'clock_off', 'insecure_transport'] as const;

export const networkCheckSchema = z.object({
  at: instantSchema,
  protocol: z.object({
    /** Between the server, or the proxy in front of it, and the one who asks last. */
    httpVersion: z.string(),
    isEncrypted: z.boolean(),
  }),
  address: z.object({
    class: z.enum(addressClasses),
    version: z.union([z.literal(4), z.literal(6)]),
    country: z.nullable(z.string()),
  }),
  /** Names of headers that the server received, of those that browsers send. */
  headers: z.object({ present: z.array(z.string()), missing: z.array(z.string()) }),
  /** How far the caller's clock is ahead; null where the caller did not say its time. */
  clockAheadMs: z.nullable(z.number()),
  /** As the caller measured it; null where it did not say. */
  roundTripMs: z.nullable(z.number()),
  issues: z.array(z.object({ code: z.enum(networkIssues), message: z.string() })),
});
