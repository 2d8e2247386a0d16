import * as z from 'zod/mini';
import { alertCategories, alertSeverities } from './alerts.ts';
import { idSchema, instantSchema } from './fields.ts';
import { storageLevels } from './storage-use.ts';

/** The home page of administrators counts up to here: this number means 'this many or more'. */
export const homeCountLimit = 100;
/** Viewers are counted further: a whole institution may watch at once. */
export const homePlayingLimit = 10_000;

const count = z.int().check(z.gte(0), z.lte(homeCountLimit));

/** The set-up steps of a new installation, in order. */
const setupSteps = ['password', 'secondFactor', 'people', 'video', 'licenceService'] as const;
export type SetupStep = (typeof setupSteps)[number];

const openJobSchema = z.object({
  id: idSchema,
  kind: z.enum(['upload', 'import']),
  /** The title of the video, or the name of the file. */
  title: z.string(),
  state: z.enum(['queued', 'running']),
  /** From 0 to 1; null while the amount of work is unknown. */
  progress: z.nullable(z.number()),
  /** It continues once there is room on a disk. */
  waitsForRoom: z.boolean(),
});

const playingSchema = z.object({
  id: idSchema,
  user: z.object({ id: idSchema, name: z.string() }),
  video: z.object({ id: idSchema, title: z.string() }),
  openedAt: instantSchema,
});

const openAlertSchema = z.object({
  id: idSchema,
  /** The built-in rule that raised it, by which a client names it in its own language. */
  ruleKey: z.nullable(z.string()),
  title: z.string(),
  category: z.enum(alertCategories),
  severity: z.enum(alertSeverities),
  user: z.nullable(z.object({ id: idSchema, name: z.string() })),
  lastSeenAt: instantSchema,
});

/**
 * What needs an administrator's attention, and what is going on. Each part is null for a caller
 * without the permission for its data, and covers the caller's scope only.
 */
export const adminHomeSchema = z.object({
  at: instantSchema,
  /** With the right `alerts.read`: active alerts, without tests. */
  alerts: z.nullable(
    z.object({
      open: z.object({ critical: count, high: count, medium: count, low: count, info: count }),
      /** The latest of those that are critical or high. */
      items: z.array(openAlertSchema),
    }),
  ),
  /** With the right `videos.write`; imports where the caller may import. */
  jobs: z.nullable(
    z.object({
      running: count,
      queued: count,
      waitingForRoom: count,
      /** Uploads that failed last, whose videos are still there. */
      failedUploads: count,
      /** Those that run first. */
      items: z.array(openJobSchema),
    }),
  ),
  /** With the right `videos.write`, of the whole installation as on the page of storage. */
  storage: z.nullable(
    z.object({
      level: z.enum(storageLevels),
      totalBytes: z.number(),
      freeBytes: z.number(),
      /** Of finished videos, in any storage. */
      mediaBytes: z.number(),
    }),
  ),
  /** With the right `security.read`. */
  playing: z.nullable(
    z.object({
      count: z.int().check(z.gte(0), z.lte(homePlayingLimit)),
      /** The latest. */
      items: z.array(playingSchema),
    }),
  ),
  /** With the right `security.read`. */
  security: z.nullable(
    z.object({
      /** Incidents of the last day that are high or critical. */
      seriousIncidents: count,
      /** Terminations that have not been lifted. */
      terminations: count,
      /** Those of them that their learner asked to have reviewed. */
      reviewsRequested: count,
      incidentsOfHour: count,
      licenceFailuresOfHour: count,
    }),
  ),
  /** With the right `users.read`. */
  people: z.nullable(z.object({ blocked: count })),
  /**
   * With the right `performance.read`: kinds of errors that are unresolved, and errors of the last
   * hour.
   */
  clientErrors: z.nullable(z.object({ unresolved: count, ofHour: count })),
  secondFactor: z.object({
    isOwnEnrolled: z.boolean(),
    /** For super administrators: active administrators without one. */
    administratorsWithout: z.nullable(count),
  }),
  /** Null once the caller has nothing to begin with any more. */
  setup: z.nullable(z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() }))),
});
export type AdminHome = z.infer<typeof adminHomeSchema>;
export type OpenJob = z.infer<typeof openJobSchema>;

/** Days of the charts on the home page, today among them. */
export const homeWeekDays = 7;

const daily = z.int().check(z.gte(0), z.lte(homePlayingLimit));

/** What happened on the last days, within the caller's scope. Each part is null without its right. */
export const adminWeekSchema = z.object({
  /** When each day began where the reader lives, the oldest first. Counts stand in this order. */
  days: z.array(instantSchema).check(z.length(homeWeekDays)),
  /** With the right `security.read`. */
  plays: z.nullable(
    z.object({
      counts: z.array(daily),
      /** The most played videos among the latest plays. */
      videos: z.array(z.object({ id: idSchema, title: z.string(), plays: daily })),
    }),
  ),
  /** With the right `users.read`. */
  signIns: z.nullable(z.object({ counts: z.array(daily) })),
});
export type AdminWeek = z.infer<typeof adminWeekSchema>;
