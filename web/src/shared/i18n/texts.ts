/** The pure part of the message catalogue: which sentence a key means, and what goes into it. */

/**
 * A compiled ICU message: a plain text, or its parts in their order. A part is a text, a variable
 * as it is (`[name]`), as a number in the reader's grouping, or the form that a variable chooses.
 */
export type Message = string | readonly MessagePart[];
export type MessagePart =
  | string
  | readonly [name: string]
  | readonly [name: string, kind: 'number']
  | readonly [name: string, kind: 'plural' | 'select', forms: Readonly<Record<string, Message>>];

/** Messages by area and name. */
export type Texts = Readonly<Record<string, Readonly<Record<string, Message>>>>;
export type Variables = Readonly<Record<string, string | number>>;

/** The plural rules (CLDR) and number format of a language. */
export interface NumberRules {
  pluralForm(count: number): string;
  format(count: number): string;
}

/**
 * Returns the sentence of `area.key` with its variables filled in. `sources` are asked in their
 * order; a key that none has is returned itself.
 */
export function formatSentence(
  sources: readonly Texts[],
  key: string,
  variables: Variables,
  rules: NumberRules,
): string {
  const message = findMessage(sources, key);
  return message === undefined ? key : say(message, variables, rules);
}

export function findMessage(sources: readonly Texts[], key: string): Message | undefined {
  const [area = '', name = ''] = key.split('.', 2);
  for (const texts of sources) {
    const message = texts[area]?.[name];
    if (message !== undefined) return message;
  }
  return undefined;
}

function say(message: Message, variables: Variables, rules: NumberRules): string {
  if (typeof message === 'string') return message;
  return message
    .map((part) => (typeof part === 'string' ? part : fill(part, variables, rules)))
    .join('');
}

function fill(
  part: Exclude<MessagePart, string>,
  variables: Variables,
  rules: NumberRules,
): string {
  const [name, kind, forms] = part;
  const value = variables[name];
  if (value === undefined) return `{${name}}`;
  if (forms === undefined) return kind === 'number' ? rules.format(Number(value)) : String(value);
  const form = kind === 'plural' ? rules.pluralForm(Number(value)) : String(value);
  const chosen = forms[`=${value}`] ?? forms[form] ?? forms['other'];
  return chosen === undefined ? '' : say(chosen, variables, rules);
}
