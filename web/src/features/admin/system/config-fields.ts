import { systemConfigBounds } from '@prahari/contract';

const { accounts } = systemConfigBounds;

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
      { kind: 'switch', name: 'requireSecondFactor' },
    ],
  },
  {
    name: 'drm',
    fields: [
      { kind: 'switch', name: 'hdNeedsHardware' },
      { kind: 'switch', name: 'persistentLicences' },
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
