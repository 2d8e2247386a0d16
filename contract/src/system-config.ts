import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';

/** The unit of a number, as the key of its text. */
export type ConfigUnit =
  | 'unitDays'
  | 'unitDevices'
  | 'unitHours'
  | 'unitIncidents'
  | 'unitPercent'
  | 'unitPixels'
  | 'unitSeconds'
  | 'unitStreams'
  | 'unitTimes'
  | 'unitViolations';

/** A whole number: its value as long as nothing was saved, and its bounds. */
export interface ConfigNumber {
  readonly kind: 'number';
  readonly unit: ConfigUnit;
  readonly first: number;
  readonly min: number;
  readonly max: number;
}

export interface ConfigSwitch {
  readonly kind: 'switch';
  readonly first: boolean;
}

const number = (
  unit: ConfigUnit,
  range: Pick<ConfigNumber, 'first' | 'min' | 'max'>,
): ConfigNumber => ({ kind: 'number', unit, ...range });
const onOff = (first: boolean): ConfigSwitch => ({ kind: 'switch', first });

/**
 * What a super administrator sets while the product runs, in the order of the page. To add a field:
 * its row here and its texts (`systemConfig.<name>` and `systemConfig.<name>Hint`); schema, form and
 * first values follow. A field that was never saved has its first value, so that stored documents
 * never need a migration.
 */
export const systemConfigFields = {
  accounts: {
    /** Devices that a learner's account may be bound to; 0 is no limit. */
    devicesPerLearner: number('unitDevices', { first: 1, min: 0, max: 100 }),
    /** Whether learners may move their account to a new device themselves. */
    selfServiceDeviceReset: onOff(false),
    /** Days that must pass after a device was bound before it can be replaced that way. */
    deviceResetCooldownDays: number('unitDays', { first: 30, min: 0, max: 365 }),
    /** Days for which an activation code can be used. */
    invitationDays: number('unitDays', { first: 7, min: 1, max: 30 }),
    /** Whether every session on a device ends when a copy of its key is found. */
    endCopiedDevices: onOff(true),
    /** Whether administrators must sign in with a second factor. */
    requireSecondFactor: onOff(false),
  },
  drm: {
    /** Whether keys of HD are only given to systems that keep them in hardware. */
    hdNeedsHardware: onOff(false),
    /** Whether browsers that can may keep licences for a while (specification, section 9). */
    persistentLicences: onOff(false),
    /** Whether browsers that have none of the configured key systems play with Clear Key. */
    clearKeyFallback: onOff(false),
  },
  /**
   * What players are told, and how the server judges their reports. First values are those of the
   * specification (sections 4, 5 and 9) where it names one.
   */
  playback: {
    bufferingGoalSeconds: number('unitSeconds', { first: 60, min: 4, max: 600 }),
    rebufferingGoalSeconds: number('unitSeconds', { first: 10, min: 1, max: 60 }),
    bufferBehindSeconds: number('unitSeconds', { first: 30, min: 0, max: 600 }),
    progressEverySeconds: number('unitSeconds', { first: 30, min: 5, max: 300 }),
    watermarkOpacityPercent: number('unitPercent', { first: 34, min: 5, max: 100 }),
    watermarkMoveSeconds: number('unitSeconds', { first: 20, min: 2, max: 300 }),
    streamsPerLearner: number('unitStreams', { first: 1, min: 1, max: 100 }),
    firstWarningSeconds: number('unitSeconds', { first: 10, min: 3, max: 120 }),
    secondWarningSeconds: number('unitSeconds', { first: 15, min: 3, max: 120 }),
    violationsToTerminate: number('unitViolations', { first: 3, min: 2, max: 20 }),
    violationMemoryHours: number('unitHours', { first: 24, min: 1, max: 720 }),
    sameActSeconds: number('unitSeconds', { first: 2, min: 0, max: 30 }),
    blursTolerated: number('unitTimes', { first: 5, min: 1, max: 100 }),
    blurResetSeconds: number('unitSeconds', { first: 30, min: 5, max: 600 }),
    devToolsSizePixels: number('unitPixels', { first: 160, min: 50, max: 1000 }),
    devToolsDetections: number('unitTimes', { first: 5, min: 1, max: 60 }),
    devToolsCheckSeconds: number('unitSeconds', { first: 1, min: 1, max: 60 }),
    globalCheckSeconds: number('unitSeconds', { first: 5, min: 1, max: 300 }),
    slowCheckSeconds: number('unitSeconds', { first: 30, min: 1, max: 600 }),
    deviceCheckSeconds: number('unitSeconds', { first: 3, min: 1, max: 60 }),
    minimumScreenPixels: number('unitPixels', { first: 1366, min: 0, max: 7680 }),
    incidentBatchSize: number('unitIncidents', { first: 10, min: 1, max: 10 }),
    incidentBatchSeconds: number('unitSeconds', { first: 5, min: 1, max: 60 }),
    /** Whether the password is asked for again when a learner begins a lesson in another network. */
    passwordOnNewNetwork: onOff(true),
    /** Whether segments wait that are fetched faster than any player plays them. */
    paceDownloads: onOff(true),
    /** Whether access to the video ends when the server is sure that it is downloaded. */
    endDownloads: onOff(false),
    /** Whether learners may keep lessons on their devices, to play them without a connection. */
    offlineCopies: onOff(true),
    /** Whether the watermark says that this is a test. */
    testMode: onOff(false),
  },
  security: {
    /** Whether this installation audits itself without being asked. */
    autoScan: onOff(true),
    /** Every day instead of every week. */
    autoScanDaily: onOff(false),
    /** Whether registered machines get uploaded videos in the clear, to convert parts of them. */
    remoteRunners: onOff(false),
  },
} as const;

type ConfigFields = Readonly<Record<string, ConfigNumber | ConfigSwitch>>;
type SectionShape<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends ConfigNumber
    ? z.ZodMiniNumberFormat
    : z.ZodMiniBoolean;
};

function sectionSchema<Fields extends ConfigFields>(
  fields: Fields,
): z.ZodMiniObject<SectionShape<Fields>>;
function sectionSchema(fields: ConfigFields): z.ZodMiniObject {
  return z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        field.kind === 'switch' ? z.boolean() : z.int().check(z.gte(field.min), z.lte(field.max)),
      ]),
    ),
  );
}

const sections = {
  accounts: sectionSchema(systemConfigFields.accounts),
  drm: sectionSchema(systemConfigFields.drm),
  playback: sectionSchema(systemConfigFields.playback),
  security: sectionSchema(systemConfigFields.security),
};
export const systemConfigSchema = z.object(sections);
export type SystemConfig = z.infer<typeof systemConfigSchema>;
export type ConfigSection = keyof SystemConfig;

const firstOf = (fields: ConfigFields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { first }]) => [name, first]));

/** The defaults where neither the environment nor a super administrator has set a value. */
export const firstSystemConfig: SystemConfig = z.parse(systemConfigSchema, {
  accounts: firstOf(systemConfigFields.accounts),
  drm: firstOf(systemConfigFields.drm),
  playback: firstOf(systemConfigFields.playback),
  security: firstOf(systemConfigFields.security),
});

/** The configuration as it holds now. */
export const systemConfigViewSchema = z.object({
  config: systemConfigSchema,
  /** The values in force until something is saved: settings of the environment. */
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
    accounts: z.optional(sections.accounts),
    drm: z.optional(sections.drm),
    playback: z.optional(sections.playback),
    security: z.optional(sections.security),
  }),
});
