import * as z from 'zod/mini';

/** The policy that the stream call gives to every player. Names say the unit of times. */
export const playbackPolicySchema = z.object({
  bufferingGoalSeconds: z.number(),
  rebufferingGoalSeconds: z.number(),
  bufferBehindSeconds: z.number(),
  progressEverySeconds: z.number(),
  /** 0 to 1. */
  watermarkOpacity: z.number(),
  /** Of the four large faint marks, 0 to 1; left out, the eye does not see them. */
  hiddenMarkOpacity: z.optional(z.number()),
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
