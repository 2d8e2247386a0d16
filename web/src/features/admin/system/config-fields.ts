import {
  type ConfigNumber,
  type ConfigSection,
  type ConfigSwitch,
  systemConfigFields,
} from '@prahari/contract';

type Fields = typeof systemConfigFields;
type FieldName = { [Section in ConfigSection]: keyof Fields[Section] }[ConfigSection];

/** `name` names the field's texts too: `systemConfig.<name>` and `systemConfig.<name>Hint`. */
export type ConfigField = (ConfigNumber | ConfigSwitch) & {
  readonly name: FieldName;
  /** As drafts and the audit log name it: `accounts.devicesPerLearner`. */
  readonly path: string;
  readonly section: ConfigSection;
  /** Folded away: what few installations ever change. */
  readonly isAdvanced: boolean;
};

export interface ConfigSectionFields {
  readonly name: ConfigSection;
  readonly fields: readonly ConfigField[];
}

const advanced: ReadonlySet<FieldName> = new Set<FieldName>([
  'endCopiedDevices',
  'clearKeyFallback',
  'bufferingGoalSeconds',
  'rebufferingGoalSeconds',
  'bufferBehindSeconds',
  'progressEverySeconds',
  'watermarkMoveSeconds',
  'sameActSeconds',
  'blursTolerated',
  'blurResetSeconds',
  'devToolsSizePixels',
  'devToolsDetections',
  'devToolsCheckSeconds',
  'globalCheckSeconds',
  'slowCheckSeconds',
  'deviceCheckSeconds',
  'minimumScreenPixels',
  'incidentBatchSize',
  'incidentBatchSeconds',
]);

/** The fields of the page, by section. */
export const CONFIG_SECTIONS: readonly ConfigSectionFields[] = [
  { name: 'accounts', fields: listFields('accounts') },
  { name: 'drm', fields: listFields('drm') },
  { name: 'playback', fields: listFields('playback') },
  { name: 'security', fields: listFields('security') },
];

export const ALL_FIELDS = CONFIG_SECTIONS.flatMap(({ fields }) => fields);

function listFields(section: ConfigSection): ConfigField[];
function listFields(section: ConfigSection) {
  const fields: Readonly<Record<string, ConfigNumber | ConfigSwitch>> = systemConfigFields[section];
  const names: ReadonlySet<string> = advanced;
  return Object.entries(fields).map(([name, field]) => ({
    ...field,
    name,
    section,
    path: `${section}.${name}`,
    isAdvanced: names.has(name),
  }));
}
