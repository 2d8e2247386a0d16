export interface SmsValues {
  readonly number: string;
  readonly code: string;
  readonly name: string;
}

const placeholder = /\{(number|code|name)\}/g;

/** Fills a template in one pass, so that a name which looks like a placeholder stays a name. */
function fill(text: string, values: SmsValues): string {
  return text.replace(placeholder, (whole, key: string) => {
    if (key === 'number') return values.number;
    if (key === 'code') return values.code;
    return key === 'name' ? values.name : whole;
  });
}

/**
 * Fills the strings of a JSON template, after it was parsed: no value can reach out of its string.
 * @throws SyntaxError when the template is no JSON; a placeholder outside of a string is none
 */
export function fillJson(template: string, values: SmsValues): string {
  const filled: unknown = JSON.parse(template, (_key, value: unknown) =>
    typeof value === 'string' ? fill(value, values) : value,
  );
  return JSON.stringify(filled);
}

/**
 * Fills the values of a form (`a={number}&b={code}`), after it was parsed, and encodes them all.
 */
export function fillForm(template: string, values: SmsValues): string {
  const filled = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(template)) {
    filled.append(name, fill(value, values));
  }
  return filled.toString();
}
