import { foldForSearch } from '../../../ui/search-fold.ts';
import { type ConfigDraft, isSame } from './config-draft.ts';
import type { ConfigField, ConfigSectionFields } from './config-fields.ts';

/** Which fields the page shows. */
export interface ConfigView {
  readonly search: string;
  /** Only those whose value is not the default. */
  readonly changedOnly: boolean;
}

export const wholeConfig: ConfigView = { search: '', changedOnly: false };
export const isNarrowed = ({ search, changedOnly }: ConfigView): boolean =>
  search.trim() !== '' || changedOnly;

/**
 * Lists the sections with what of them the view shows; those with nothing are left out. Each word
 * that is searched for must stand in the texts of a field or the name of its section.
 * @param textOf all that the page says of a field
 */
export function narrowSections(
  sections: readonly ConfigSectionFields[],
  { search, changedOnly }: ConfigView,
  given: {
    readonly draft: ConfigDraft;
    readonly initial: ConfigDraft;
    readonly textOf: (field: ConfigField) => string;
  },
): readonly ConfigSectionFields[] {
  const words = foldForSearch(search).split(' ').filter(Boolean);
  const shows = (field: ConfigField) => {
    if (changedOnly && isSame(given.draft[field.path], given.initial[field.path])) return false;
    if (words.length === 0) return true;
    const text = foldForSearch(given.textOf(field));
    return words.every((word) => text.includes(word));
  };
  return sections.flatMap(({ name, fields }) => {
    const shown = fields.filter(shows);
    return shown.length > 0 ? [{ name, fields: shown }] : [];
  });
}
