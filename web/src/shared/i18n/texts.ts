/** The pure part of the message catalogue: which sentence a key means, and what goes into it. */

export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
export type Variables = Readonly<Record<string, string | number>>;

const VARIABLE = /\{\{(\w+)\}\}/gu;

/**
 * Returns the sentence of `area.key` with its variables filled in. A key in several forms
 * (`lessons_one`, `lessons_other`) takes that of `count`, by the language's plural rules (CLDR).
 * `sources` are asked in their order; a key that none has stands for itself.
 */
export function sentence(
  sources: readonly Texts[],
  key: string,
  variables: Variables = {},
  rules?: Intl.PluralRules,
): string {
  const [area = '', name = ''] = key.split('.', 2);
  for (const texts of sources) {
    const forms = texts[area];
    const text = forms && (forms[name] ?? pluralForm(forms, name, variables['count'], rules));
    if (text !== undefined) {
      return text.replace(VARIABLE, (hole, variable: string) =>
        String(variables[variable] ?? hole),
      );
    }
  }
  return key;
}

function pluralForm(
  forms: Readonly<Record<string, string>>,
  name: string,
  count: string | number | undefined,
  rules: Intl.PluralRules | undefined,
): string | undefined {
  const form = typeof count === 'number' && rules ? rules.select(count) : 'other';
  return forms[`${name}_${form}`] ?? forms[`${name}_other`];
}
