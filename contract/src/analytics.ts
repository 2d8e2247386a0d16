import * as z from 'zod/mini';
import { eventSeverities } from './events.ts';
import { idSchema, instantSchema } from './fields.ts';

export const analyticsRanges = ['1h', '24h', '7d', '30d', '90d'] as const;
export type AnalyticsRange = (typeof analyticsRanges)[number];

const count = z.int().check(z.gte(0));

/** Figures of the range, for the users and videos of the caller's scope. */
const metricsSchema = z.object({
  /** Accounts that are not deleted, at this moment. */
  totalUsers: count,
  /** Users who signed in or watched within the range. */
  activeUsers: count,
  /** Uploads of videos that began within the range, and what became of them so far. */
  totalUploads: count,
  successfulUploads: count,
  failedUploads: count,
  /**
   * In minutes, from the sign-in to the last call, of sessions that ended within the range; null
   * where none did.
   */
  averageSessionDuration: z.nullable(z.number()),
  /**
   * Of the whole installation, in percent: the minutes in which a process answered calls, of all
   * minutes since the first that was recorded. Null where none was.
   */
  systemUptime: z.nullable(z.number()),
  /** Groups of users, at this moment. */
  totalTeams: count,
});
export type AnalyticsMetrics = z.infer<typeof metricsSchema>;
export type AnalyticsMetric = keyof AnalyticsMetrics;

const change = z.nullable(z.number());
/**
 * By how much each figure is above the range before, in its own unit, below it where negative; null
 * where the range before is not known.
 */
const changesSchema = z.object({
  totalUsers: change,
  activeUsers: change,
  totalUploads: change,
  successfulUploads: change,
  failedUploads: change,
  averageSessionDuration: change,
  systemUptime: change,
  totalTeams: change,
} satisfies Record<AnalyticsMetric, typeof change>);
export type AnalyticsChanges = z.infer<typeof changesSchema>;

const pointSchema = z.object({ timestamp: instantSchema, value: count });

const chartDataSchema = z.object({
  /** What learners in scope watched at each step, from its begin, the oldest first. */
  watching: z.array(
    z.object({ timestamp: instantSchema, starts: count, watchSeconds: z.number() }),
  ),
  /** New accounts at each step, from its begin, the oldest first. */
  userGrowth: z.array(pointSchema),
  /** Uploads that began at each step. */
  uploadActivity: z.array(pointSchema),
  /** Active users by district, most first; an empty label is no district. */
  geographicDistribution: z.array(z.object({ label: z.string(), value: count })),
});

const analyticsEventSchema = z.object({
  id: idSchema,
  /** The event's name: `session.opened`. */
  type: z.string(),
  /** In English; clients know the type in their own language. */
  message: z.string(),
  severity: z.enum(eventSeverities),
  timestamp: instantSchema,
});
export type AnalyticsEvent = z.infer<typeof analyticsEventSchema>;

/** When figures were computed, and up to where facts had been added up by then. */
const freshness = {
  lastUpdated: instantSchema,
  /** Null before the first time. Later facts are not in the figures so far. */
  countedUpTo: z.nullable(instantSchema),
};

export const analyticsMetricsSchema = z.object({
  timeRange: z.enum(analyticsRanges),
  metrics: metricsSchema,
  changes: changesSchema,
  /** Of what `systemUptime` is made; null where that is. */
  uptime: z.nullable(
    z.object({
      /** The begin of the range, or the first minute that was ever recorded. */
      since: instantSchema,
      /** In which no process answered. */
      downMinutes: count,
    }),
  ),
  ...freshness,
});

export const analyticsOverviewSchema = z.object({
  ...analyticsMetricsSchema.shape,
  /** In which the steps of charts begin: `Asia/Kolkata`. */
  timeZone: z.string(),
  stepLength: z.enum(['5min', 'hour', 'day']),
  chartData: chartDataSchema,
  /** Newest first. */
  realTimeEvents: z.array(analyticsEventSchema),
});
export type AnalyticsOverview = z.infer<typeof analyticsOverviewSchema>;

/** How far back the latest events are looked for: users in a scope may have none among them. */
export const recentEventsReach = { events: 5000, days: 7 } as const;

export const realTimeEventsSchema = z.object({
  realTimeEvents: z.array(analyticsEventSchema),
  lastUpdated: instantSchema,
});

/** Why sign-ins fail: wrong at first, at the second step, from another device, or beyond a limit. */
export const signInFailures = [
  'password',
  'account',
  'activation_code',
  'second_factor',
  'device',
  'limit',
  'other',
] as const;
export type SignInFailure = (typeof signInFailures)[number];

/** How users signed in, for the users of the caller's scope. */
export const signInAnalyticsSchema = z.object({
  timeRange: z.enum(analyticsRanges),
  from: instantSchema,
  to: instantSchema,
  timeZone: z.string(),
  stepLength: z.enum(['5min', 'hour', 'day']),
  successes: count,
  failures: count,
  /** Most first, without those that did not happen. */
  failuresByReason: z.array(z.object({ reason: z.enum(signInFailures), count })),
  /** Devices that an account was bound to. */
  newDevices: count,
  points: z.array(z.object({ timestamp: instantSchema, successes: count, failures: count })),
  /** Hours of the day count from here on: of longer ranges, the last 7 days. */
  hoursFrom: instantSchema,
  /** All hours of the day in `timeZone`, from 0 to 23. */
  hours: z.array(z.object({ hour: z.int(), successes: count, failures: count })),
  /** Of the whole installation: how long the call took. Critical ones are slow as well. */
  duration: z.object({
    measured: count,
    slow: count,
    critical: count,
    p50Ms: z.nullable(z.number()),
    p95Ms: z.nullable(z.number()),
  }),
  ...freshness,
});
export type SignInAnalytics = z.infer<typeof signInAnalyticsSchema>;
