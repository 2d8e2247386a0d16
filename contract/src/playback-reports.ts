import * as z from 'zod/mini';
import { analyticsRanges } from './analytics.ts';
import { idSchema, instantSchema } from './fields.ts';
import type { StartPart } from './playback.ts';

const count = z.int().check(z.gte(0));
/** From 0 to 1; null where there is nothing to take a share of. */
const share = z.nullable(z.number());
const seconds = z.number().check(z.gte(0));

const ms = z.number().check(z.gte(0));
const startPartsSchema = z.object({
  answer: ms,
  manifest: ms,
  licence: ms,
  segments: ms,
  picture: ms,
} satisfies Record<StartPart, typeof ms>);

/** Here each figure about how lessons play is defined, of learners in the caller's scope. */
export const playQualitySchema = z.object({
  /** Playbacks that learners opened. */
  attempts: count,
  /** Those that showed a first picture. */
  starts: count,
  /** How long half of the starts took at most, from the click to the first picture; within 2.5 %. */
  startP50Ms: z.nullable(count),
  /** How long 95 % of the starts took at most. */
  startP95Ms: z.nullable(count),
  /**
   * How long each of `startParts` lasted, in milliseconds: means over all starts whose parts the
   * player told. Null where there are none.
   */
  startParts: z.nullable(startPartsSchema),
  /** Time in which playback stood still, of this time and the watched time together. */
  rebufferRatio: share,
  /** Playbacks that failed, before the first picture or later. */
  failures: count,
  /** Failures, of all attempts. */
  failureRatio: share,
  /** Attempts that the learner left before the first picture, without a failure. */
  exitsBeforeStart: count,
  /** Exits before the start, of all attempts. */
  exitRatio: share,
  /** Mean of the rendition that played, over the watched time whose rendition is known. */
  meanKbps: z.nullable(z.number()),
  /** Pictures that the device could not show in time, of all that it was to show. */
  droppedRatio: share,
  /** What was watched, repeats included. */
  watchSeconds: seconds,
});
export type PlayQuality = z.infer<typeof playQualitySchema>;

/** Which time a report covers, and up to where facts had been added up. */
const reportFacts = {
  timeRange: z.enum(analyticsRanges),
  from: instantSchema,
  /** In which steps and days begin: `Asia/Kolkata`. */
  timeZone: z.string(),
  stepLength: z.enum(['5min', 'hour', 'day']),
  lastUpdated: instantSchema,
  /** Null before the first time; later facts are in no figure so far. */
  countedUpTo: z.nullable(instantSchema),
};
export type ReportStepLength = z.infer<typeof reportFacts.stepLength>;

const placeSchema = z.object({
  /** Empty where a learner has none. */
  name: z.string(),
  ...playQualitySchema.shape,
});
export type PlayPlace = z.infer<typeof placeSchema>;

const watchingSchema = z.object({
  starts: count,
  /** Learners who watched any of it. */
  viewers: count,
  watchSeconds: seconds,
  /** Learners who completed it within the range. */
  completed: count,
  /** Those who completed it, of all viewers. */
  completionRatio: share,
});

/** Equal parts of a video by which its retention is counted. */
export const retentionParts = 50;

const retentionSchema = z.object({
  /** Days are counted as a whole: the first of them. */
  from: instantSchema,
  /** Of these days; each view is a share of them. */
  starts: count,
  parts: z.array(
    z.object({
      fromSeconds: seconds,
      /** How often the part was watched, parts of it as fractions: repeats count again. */
      views: z.number(),
      /** Views, of all starts; above 1 where a part is watched again and again. */
      share,
    }),
  ),
  /** Numbers of parts that more watched than the part before: something is looked up, or repeated. */
  replays: z.array(z.object({ part: z.int(), change: z.number() })),
  /** Numbers of parts that clearly fewer watched than the part before, the largest loss first. */
  dropOffs: z.array(z.object({ part: z.int(), change: z.number() })),
});
export type VideoRetention = z.infer<typeof retentionSchema>;

export const videoReportSchema = z.object({
  ...reportFacts,
  video: z.object({
    id: idSchema,
    title: z.string(),
    durationSeconds: z.nullable(z.number()),
  }),
  watching: watchingSchema,
  quality: playQualitySchema,
  points: z.array(z.object({ timestamp: instantSchema, starts: count, watchSeconds: seconds })),
  /** Null where nothing was watched, or the length of the video is not known. */
  retention: z.nullable(retentionSchema),
  /** Most watched first; at most 100. */
  districts: z.array(placeSchema),
  kendraTypes: z.array(placeSchema),
});
export type VideoReport = z.infer<typeof videoReportSchema>;

/** A video in the list of reports. */
export const reportedVideoSortKeys = [
  'title',
  'starts',
  'viewers',
  'watchSeconds',
  'completionRatio',
  'rebufferRatio',
  'failureRatio',
] as const;
export type ReportedVideoSortKey = (typeof reportedVideoSortKeys)[number];

export const reportedVideoSchema = z.object({
  id: idSchema,
  title: z.string(),
  category: z.nullable(z.string()),
  durationSeconds: z.nullable(z.number()),
  ...watchingSchema.shape,
  attempts: count,
  rebufferRatio: share,
  failureRatio: share,
  exitRatio: share,
});
export type ReportedVideo = z.infer<typeof reportedVideoSchema>;

export const learnerReportSchema = z.object({
  ...reportFacts,
  learner: z.object({ id: idSchema, name: z.string() }),
  /** Different videos of which anything was watched. */
  videos: count,
  opened: count,
  watchSeconds: seconds,
  /** Videos that were completed within the range. */
  completed: count,
  /** Days on which anything was watched. */
  activeDays: count,
  lastAt: z.nullable(instantSchema),
  days: z.array(z.object({ timestamp: instantSchema, watchSeconds: seconds })),
  /** Most used first; empty names where the browser did not say. */
  devices: z.array(
    z.object({
      system: z.string(),
      browser: z.string(),
      opened: count,
      watchSeconds: seconds,
      lastAt: instantSchema,
    }),
  ),
  /**
   * At this moment, over the videos that the learner sees; an empty name is no category. At most
   * 100, by name.
   */
  categories: z.array(
    z.object({ name: z.string(), videos: count, begun: count, completed: count }),
  ),
});
export type LearnerReport = z.infer<typeof learnerReportSchema>;

/** What a learner did with a video on a day. */
export const learnerDaySchema = z.object({
  day: instantSchema,
  videoId: idSchema,
  /** Null for a video that exists no more. */
  title: z.nullable(z.string()),
  category: z.nullable(z.string()),
  opened: count,
  watchSeconds: seconds,
  lastAt: instantSchema,
});
export type LearnerDay = z.infer<typeof learnerDaySchema>;

/** By what the quality of experience is compared. */
export const qualityDimensions = [
  'system',
  'browser',
  'network',
  'district',
  'kendra_type',
] as const;
export type QualityDimension = (typeof qualityDimensions)[number];

/** Fewer attempts say little: such a group is listed, but not ranked. */
export const leastRankedAttempts = 20;

const qualityGroupSchema = z.object({
  /** Empty where it is not known. */
  name: z.string(),
  ...playQualitySchema.shape,
  /**
   * How many times worse it plays than all together: the mean of start-up time (95 %), rebuffer
   * ratio, failure ratio and exits before the start, each divided by that of all. Null with fewer
   * attempts than a rank needs.
   */
  timesWorse: z.nullable(z.number()),
});
export type QualityGroup = z.infer<typeof qualityGroupSchema>;

export const qualityReportSchema = z.object({
  ...reportFacts,
  all: playQualitySchema,
  points: z.array(
    z.object({
      timestamp: instantSchema,
      attempts: count,
      startP50Ms: z.nullable(count),
      startP95Ms: z.nullable(count),
      startParts: z.nullable(startPartsSchema),
      rebufferRatio: share,
      failureRatio: share,
      exitRatio: share,
      meanKbps: z.nullable(z.number()),
      droppedRatio: share,
    }),
  ),
  by: z.enum(qualityDimensions),
  /** Groups of the last hour are counted by whole hours: since here. */
  groupsFrom: instantSchema,
  leastAttempts: count,
  /** The worst first, then those that are not ranked; at most 100, those with the most attempts. */
  groups: z.array(qualityGroupSchema),
});
export type QualityReport = z.infer<typeof qualityReportSchema>;
