import { firstSystemConfig } from '@prahari/contract';
import { expect, test } from 'vitest';
import { createDraft } from './config-draft.ts';
import { ALL_FIELDS, CONFIG_SECTIONS, type ConfigField } from './config-fields.ts';
import { isNarrowed, narrowSections, wholeConfig } from './config-search.ts';

const initial = createDraft(firstSystemConfig);
const textOf = ({ name, section }: ConfigField) => `${name} ${section} कूट बढ़े`;

function found(view: Partial<typeof wholeConfig>, draft = initial): string[] {
  const given = { draft, initial, textOf };
  const sections = narrowSections(CONFIG_SECTIONS, { ...wholeConfig, ...view }, given);
  return sections.flatMap(({ fields }) => fields.map(({ path }) => path));
}

test('without a search everything is shown', () => {
  expect(found({})).toEqual(ALL_FIELDS.map(({ path }) => path));
  expect(isNarrowed({ search: '  ', changedOnly: false })).toBe(false);
});

test('every word must stand in the texts, in any case and order', () => {
  expect(found({ search: ' WATERMARK  opacity' })).toEqual(['playback.watermarkOpacityPercent']);
  expect(found({ search: 'accounts invitation' })).toEqual(['accounts.invitationDays']);
  expect(found({ search: 'कूट' })).toHaveLength(ALL_FIELDS.length);
  // Without the dot, as many type it.
  expect(found({ search: 'बढे' })).toHaveLength(ALL_FIELDS.length);
  expect(found({ search: 'nothing of that' })).toEqual([]);
});

test('what was changed from its default can be shown alone', () => {
  expect(found({ changedOnly: true })).toEqual([]);
  const draft = { ...initial, 'drm.persistentLicences': true, 'accounts.invitationDays': ' 7 ' };
  expect(found({ changedOnly: true }, draft)).toEqual(['drm.persistentLicences']);
});
