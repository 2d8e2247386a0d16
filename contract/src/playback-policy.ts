import * as z from 'zod/mini';

/**
 * Thresholds of playback that super administrators may change: the first value, which is the
 * specification's (sections 4, 5 and 9) wherever it names one, and the least and most.
 */
export const playbackPolicyNumbers = {
  bufferingGoalSeconds: { first: 60, min: 4, max: 600 },
  rebufferingGoalSeconds: { first: 10, min: 1, max: 60 },
  bufferBehindSeconds: { first: 30, min: 0, max: 600 },
  progressEverySeconds: { first: 30, min: 5, max: 300 },
  watermarkOpacityPercent: { first: 30, min: 5, max: 100 },
  watermarkMoveSeconds: { first: 20, min: 2, max: 300 },
  streamsPerLearner: { first: 1, min: 1, max: 100 },
  firstWarningSeconds: { first: 10, min: 3, max: 120 },
  secondWarningSeconds: { first: 15, min: 3, max: 120 },
  violationsToTerminate: { first: 3, min: 2, max: 20 },
  violationMemoryHours: { first: 24, min: 1, max: 720 },
  sameActSeconds: { first: 2, min: 0, max: 30 },
  blursTolerated: { first: 5, min: 1, max: 100 },
  blurResetSeconds: { first: 30, min: 5, max: 600 },
  devToolsSizePixels: { first: 160, min: 50, max: 1000 },
  devToolsDetections: { first: 5, min: 1, max: 60 },
  devToolsCheckSeconds: { first: 1, min: 1, max: 60 },
  globalCheckSeconds: { first: 5, min: 1, max: 300 },
  slowCheckSeconds: { first: 30, min: 1, max: 600 },
  deviceCheckSeconds: { first: 3, min: 1, max: 60 },
  minimumScreenPixels: { first: 1366, min: 0, max: 7680 },
  incidentBatchSize: { first: 10, min: 1, max: 10 },
  incidentBatchSeconds: { first: 5, min: 1, max: 60 },
} as const;

/** What every player is told by the stream call. Times are in the unit that the name says. */
export const playbackPolicySchema = z.object({
  bufferingGoalSeconds: z.number(),
  rebufferingGoalSeconds: z.number(),
  bufferBehindSeconds: z.number(),
  progressEverySeconds: z.number(),
  /** 0 to 1. */
  watermarkOpacity: z.number(),
  watermarkMoveEveryMs: z.number(),
  /** Whether the watermark says that this is a test. */
  testMode: z.boolean(),
  violations: z.object({
    firstWarningMs: z.number(),
    secondWarningMs: z.number(),
    /** The violation that ends access. */
    terminateAt: z.int(),
    /** Strong signals of one playback within so long are one violation. */
    sameActMs: z.number(),
  }),
  /** More than `tolerated` blurs within `resetAfterMs` are suspicious. */
  blurs: z.object({ tolerated: z.int(), resetAfterMs: z.number() }),
  devTools: z.object({
    /** Suspected when outer and inner window size differ by more. */
    sizeDifferencePixels: z.number(),
    /** Checks in a row that must find something. */
    detections: z.int(),
    checkEveryMs: z.number(),
  }),
  /** Checks of the page outside playback. */
  globalChecks: z.object({ everyMs: z.number(), slowEveryMs: z.number() }),
  /** Least width in device pixels for desktops. */
  device: z.object({ checkEveryMs: z.number(), minimumScreenPixels: z.number() }),
  incidents: z.object({ batchSize: z.int(), batchEveryMs: z.number() }),
});
