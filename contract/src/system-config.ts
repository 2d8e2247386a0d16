import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';
import { playbackPolicyNumbers } from './playback-policy.ts';

/** Lowest and highest value of every number, for the server and for the form alike. */
export const systemConfigBounds = {
  accounts: {
    devicesPerLearner: { min: 0, max: 100 },
    deviceResetCooldownDays: { min: 0, max: 365 },
    invitationDays: { min: 1, max: 30 },
  },
  playback: playbackPolicyNumbers,
} as const;

function within({ min, max }: { readonly min: number; readonly max: number }) {
  return z.int().check(z.gte(min), z.lte(max));
}

const { accounts, playback } = systemConfigBounds;

const accountsConfigSchema = z.object({
  /** Devices that a learner's account may be bound to; 0 is no limit. */
  devicesPerLearner: within(accounts.devicesPerLearner),
  /** Whether learners may move their account to a new device themselves. */
  selfServiceDeviceReset: z.boolean(),
  /** Days that must pass after a device was bound before it can be replaced that way. */
  deviceResetCooldownDays: within(accounts.deviceResetCooldownDays),
  /** Whether every session on a device ends when a copy of its key is found. */
  endCopiedDevices: z.boolean(),
  /** Whether administrators must sign in with a second factor. */
  requireSecondFactor: z.boolean(),
  /** Days for which an activation code can be used. */
  invitationDays: within(accounts.invitationDays),
});

const drmConfigSchema = z.object({
  /** Whether keys of HD are only given to systems that keep them in hardware. */
  hdNeedsHardware: z.boolean(),
  /** Whether browsers that can may keep licences for a while (specification, section 9). */
  persistentLicences: z.boolean(),
  /** Whether browsers that have none of the configured key systems play with Clear Key. */
  clearKeyFallback: z.boolean(),
});

/** What players are told, and how the server judges what they report. */
const playbackConfigSchema = z.object({
  bufferingGoalSeconds: within(playback.bufferingGoalSeconds),
  rebufferingGoalSeconds: within(playback.rebufferingGoalSeconds),
  bufferBehindSeconds: within(playback.bufferBehindSeconds),
  progressEverySeconds: within(playback.progressEverySeconds),
  watermarkOpacityPercent: within(playback.watermarkOpacityPercent),
  watermarkMoveSeconds: within(playback.watermarkMoveSeconds),
  streamsPerLearner: within(playback.streamsPerLearner),
  firstWarningSeconds: within(playback.firstWarningSeconds),
  secondWarningSeconds: within(playback.secondWarningSeconds),
  violationsToTerminate: within(playback.violationsToTerminate),
  violationMemoryHours: within(playback.violationMemoryHours),
  sameActSeconds: within(playback.sameActSeconds),
  blursTolerated: within(playback.blursTolerated),
  blurResetSeconds: within(playback.blurResetSeconds),
  devToolsSizePixels: within(playback.devToolsSizePixels),
  devToolsDetections: within(playback.devToolsDetections),
  devToolsCheckSeconds: within(playback.devToolsCheckSeconds),
  globalCheckSeconds: within(playback.globalCheckSeconds),
  slowCheckSeconds: within(playback.slowCheckSeconds),
  deviceCheckSeconds: within(playback.deviceCheckSeconds),
  minimumScreenPixels: within(playback.minimumScreenPixels),
  incidentBatchSize: within(playback.incidentBatchSize),
  incidentBatchSeconds: within(playback.incidentBatchSeconds),
  /** Whether the password is asked for again when a learner begins a lesson in another network. */
  passwordOnNewNetwork: z.boolean(),
  /** Whether segments wait that are fetched faster than any player plays them. */
  paceDownloads: z.boolean(),
  /** Whether access to the video ends when the server is sure that it is downloaded. */
  endDownloads: z.boolean(),
  /** Whether the watermark says that this is a test. */
  testMode: z.boolean(),
});

/**
 * What a super administrator sets while the product runs. To add a section: its schema here, its
 * first values in the server's `initial-config.ts`, its fields and texts on the page. A field that
 * was never saved has its first value, so that stored documents never need a migration.
 */
export const systemConfigSchema = z.object({
  accounts: accountsConfigSchema,
  drm: drmConfigSchema,
  playback: playbackConfigSchema,
});
export type SystemConfig = z.infer<typeof systemConfigSchema>;
export type ConfigSection = keyof SystemConfig;

/** The configuration as it holds now. */
export const systemConfigViewSchema = z.object({
  config: systemConfigSchema,
  /** What holds as long as nothing was saved: the settings of the environment. */
  initial: systemConfigSchema,
  /** Send it back with an edit: an edit of something else than what was seen is refused. */
  version: z.int(),
  /** Null until the first edit, like `updatedBy`. */
  updatedAt: z.nullable(instantSchema),
  updatedBy: z.nullable(z.object({ id: idSchema, name: z.string() })),
});
export type SystemConfigView = z.infer<typeof systemConfigViewSchema>;

/** Whole sections; one that is left out stays as it is. */
export const systemConfigEditSchema = z.object({
  version: z.int().check(z.gte(0)),
  config: z.object({
    accounts: z.optional(accountsConfigSchema),
    drm: z.optional(drmConfigSchema),
    playback: z.optional(playbackConfigSchema),
  }),
});
