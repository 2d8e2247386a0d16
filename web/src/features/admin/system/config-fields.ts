import { systemConfigBounds } from '@prahari/contract';

const { accounts, playback } = systemConfigBounds;

/**
 * What the page shows, section by section. `name` names the field's texts too: `systemConfig.<name>`
 * and `systemConfig.<name>Hint`. A test checks that no field of the contract is missing.
 */
export const CONFIG_SECTIONS = [
  {
    name: 'accounts',
    fields: [
      {
        kind: 'number',
        name: 'devicesPerLearner',
        unit: 'unitDevices',
        ...accounts.devicesPerLearner,
      },
      { kind: 'switch', name: 'selfServiceDeviceReset' },
      {
        kind: 'number',
        name: 'deviceResetCooldownDays',
        unit: 'unitDays',
        ...accounts.deviceResetCooldownDays,
      },
      { kind: 'number', name: 'invitationDays', unit: 'unitDays', ...accounts.invitationDays },
      { kind: 'switch', name: 'endCopiedDevices' },
      { kind: 'switch', name: 'requireSecondFactor' },
    ],
  },
  {
    name: 'drm',
    fields: [
      { kind: 'switch', name: 'hdNeedsHardware' },
      { kind: 'switch', name: 'persistentLicences' },
      { kind: 'switch', name: 'clearKeyFallback' },
    ],
  },
  {
    name: 'playback',
    fields: [
      {
        kind: 'number',
        name: 'bufferingGoalSeconds',
        unit: 'unitSeconds',
        ...playback.bufferingGoalSeconds,
      },
      {
        kind: 'number',
        name: 'rebufferingGoalSeconds',
        unit: 'unitSeconds',
        ...playback.rebufferingGoalSeconds,
      },
      {
        kind: 'number',
        name: 'bufferBehindSeconds',
        unit: 'unitSeconds',
        ...playback.bufferBehindSeconds,
      },
      {
        kind: 'number',
        name: 'progressEverySeconds',
        unit: 'unitSeconds',
        ...playback.progressEverySeconds,
      },
      {
        kind: 'number',
        name: 'watermarkOpacityPercent',
        unit: 'unitPercent',
        ...playback.watermarkOpacityPercent,
      },
      {
        kind: 'number',
        name: 'watermarkMoveSeconds',
        unit: 'unitSeconds',
        ...playback.watermarkMoveSeconds,
      },
      {
        kind: 'number',
        name: 'streamsPerLearner',
        unit: 'unitStreams',
        ...playback.streamsPerLearner,
      },
      {
        kind: 'number',
        name: 'firstWarningSeconds',
        unit: 'unitSeconds',
        ...playback.firstWarningSeconds,
      },
      {
        kind: 'number',
        name: 'secondWarningSeconds',
        unit: 'unitSeconds',
        ...playback.secondWarningSeconds,
      },
      {
        kind: 'number',
        name: 'violationsToTerminate',
        unit: 'unitViolations',
        ...playback.violationsToTerminate,
      },
      {
        kind: 'number',
        name: 'violationMemoryHours',
        unit: 'unitHours',
        ...playback.violationMemoryHours,
      },
      { kind: 'number', name: 'sameActSeconds', unit: 'unitSeconds', ...playback.sameActSeconds },
      { kind: 'number', name: 'blursTolerated', unit: 'unitTimes', ...playback.blursTolerated },
      {
        kind: 'number',
        name: 'blurResetSeconds',
        unit: 'unitSeconds',
        ...playback.blurResetSeconds,
      },
      {
        kind: 'number',
        name: 'devToolsSizePixels',
        unit: 'unitPixels',
        ...playback.devToolsSizePixels,
      },
      {
        kind: 'number',
        name: 'devToolsDetections',
        unit: 'unitTimes',
        ...playback.devToolsDetections,
      },
      {
        kind: 'number',
        name: 'devToolsCheckSeconds',
        unit: 'unitSeconds',
        ...playback.devToolsCheckSeconds,
      },
      {
        kind: 'number',
        name: 'globalCheckSeconds',
        unit: 'unitSeconds',
        ...playback.globalCheckSeconds,
      },
      {
        kind: 'number',
        name: 'slowCheckSeconds',
        unit: 'unitSeconds',
        ...playback.slowCheckSeconds,
      },
      {
        kind: 'number',
        name: 'deviceCheckSeconds',
        unit: 'unitSeconds',
        ...playback.deviceCheckSeconds,
      },
      {
        kind: 'number',
        name: 'minimumScreenPixels',
        unit: 'unitPixels',
        ...playback.minimumScreenPixels,
      },
      {
        kind: 'number',
        name: 'incidentBatchSize',
        unit: 'unitIncidents',
        ...playback.incidentBatchSize,
      },
      {
        kind: 'number',
        name: 'incidentBatchSeconds',
        unit: 'unitSeconds',
        ...playback.incidentBatchSeconds,
      },
      { kind: 'switch', name: 'passwordOnNewNetwork' },
      { kind: 'switch', name: 'paceDownloads' },
      { kind: 'switch', name: 'endDownloads' },
      { kind: 'switch', name: 'testMode' },
    ],
  },
] as const;

export type ConfigSectionFields = (typeof CONFIG_SECTIONS)[number];
export type ConfigField = ConfigSectionFields['fields'][number];

/** Every field with its path, as drafts and the audit log name it: `accounts.devicesPerLearner`. */
export const ALL_FIELDS = CONFIG_SECTIONS.flatMap(({ name: section, fields }) =>
  fields.map((field) => ({ path: pathOf(section, field), section, field })),
);

export function pathOf(section: ConfigSectionFields['name'], field: ConfigField): string {
  return `${section}.${field.name}`;
}
