import {
  type ConfigNumber,
  type ConfigSection,
  type ConfigSwitch,
  systemConfigFields,
} from '@prahari/contract';

type Fields = typeof systemConfigFields;
type FieldName = { [Section in ConfigSection]: keyof Fields[Section] }[ConfigSection];

/** `name` names the field's texts too: `systemConfig.<name>` and `systemConfig.<name>Hint`. */
export type ConfigField = (ConfigNumber | ConfigSwitch) & { readonly name: FieldName };

export interface ConfigSectionFields {
  readonly name: ConfigSection;
  readonly fields: readonly ConfigField[];
}

const { accounts, drm, playback } = systemConfigFields;

/** The fields of the page, by section. */
export const CONFIG_SECTIONS: readonly ConfigSectionFields[] = [
  { name: 'accounts', fields: namedFields(accounts) },
  { name: 'drm', fields: namedFields(drm) },
  { name: 'playback', fields: namedFields(playback) },
];

/** Every field with its path, as drafts and the audit log name it: `accounts.devicesPerLearner`. */
export const ALL_FIELDS = CONFIG_SECTIONS.flatMap(({ name: section, fields }) =>
  fields.map((field) => ({ path: formatPath(section, field), section, field })),
);

export function formatPath(section: ConfigSection, field: ConfigField): string {
  return `${section}.${field.name}`;
}

function namedFields(fields: Fields[ConfigSection]): ConfigField[];
function namedFields(fields: Readonly<Record<string, ConfigNumber | ConfigSwitch>>) {
  return Object.entries(fields).map(([name, field]) => ({ ...field, name }));
}
