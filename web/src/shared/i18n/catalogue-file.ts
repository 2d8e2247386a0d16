import { parse, type Token } from '@messageformat/parser';
import PO from 'pofile';
import type { Message, MessagePart, Texts } from './texts.ts';

/**
 * Catalogues as translators' tools read them: gettext's PO, one file for each language and part.
 * The context of an entry is the key, its id the English text, its translation an ICU message. The
 * app never loads this: files are compiled when it is built (`web/catalogue-plugin.ts`).
 */

const SOURCE_LANGUAGE = 'en';

/**
 * Compiles one file; leaves out untranslated texts, so that English is shown for them.
 * @throws {Error} that names a text which is not a valid ICU message
 */
export function compileCatalogue(file: string): Texts {
  const texts: Record<string, Record<string, Message>> = {};
  for (const [key, text] of readCatalogue(file)) {
    const [area = '', name = ''] = key.split('.', 2);
    const messages = texts[area] ?? {};
    messages[name] = compileMessage(key, text);
    texts[area] = messages;
  }
  return texts;
}

/** Reads the texts of one file by their keys, without those that are not translated yet. */
export function readCatalogue(file: string): Map<string, string> {
  const { headers, items } = PO.parse(file);
  const isSource = headers.Language === SOURCE_LANGUAGE;
  return new Map(
    items
      .map((item): [string, string] => [
        item.msgctxt ?? '',
        isSource ? item.msgid : (item.msgstr[0] ?? ''),
      ])
      .filter(([, text]) => text !== ''),
  );
}

/** Lists the keys of texts whose English changed since they were translated. */
export function listStale(file: string): string[] {
  return PO.parse(file)
    .items.filter(({ flags }) => flags['fuzzy'])
    .map(({ msgctxt = '' }) => msgctxt);
}

/**
 * Returns a translated file with the entries of English in their order. New ones are empty, and
 * where English changed, the translation is kept and marked `fuzzy`, as gettext does.
 */
export function bringInStep(english: string, translated: string, language: string): string {
  const source = PO.parse(english);
  const { headers, items } = PO.parse(translated);
  const known = new Map(items.map((item) => [item.msgctxt, item]));
  // Of many headers that PO knows, those stay that are filled in.
  source.headers = { ...filledIn(source.headers), ...filledIn(headers), Language: language };
  for (const item of source.items) {
    const before = known.get(item.msgctxt);
    item.msgstr = before?.msgstr ?? [''];
    item.comments = before?.comments ?? [];
    const isStale = before !== undefined && before.msgid !== item.msgid && before.msgstr[0] !== '';
    item.flags = isStale ? { fuzzy: true } : (before?.flags ?? {});
  }
  return source.toString();
}

function filledIn(headers: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

/** Writes the type of all texts: for each the names of its variables, with `#` if it is a count. */
export function describeValues(catalogues: readonly Texts[]): string {
  const areas = catalogues.flatMap((texts) => Object.entries(texts));
  const lines = areas.flatMap(([area, messages]) => [
    `  ${formatName(area)}: {`,
    ...Object.entries(messages).map(
      ([name, message]) => `    ${formatName(name)}: ${formatType(message)};`,
    ),
    '  };',
  ]);
  return [
    '/** Written from the English catalogues by `npm run texts`. */',
    'export interface TextValues {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

function formatName(key: string): string {
  return /^\w+$/u.test(key) ? key : `'${key}'`;
}

function formatType(message: Message): string {
  const names = [...listVariables(message)].sort().map((name) => `'${name}'`);
  return names.join(' | ') || 'never';
}

/** Lists the variables of a message, with a `#` before those that must be numbers. */
export function listVariables(message: Message): Set<string> {
  if (typeof message === 'string') return new Set();
  const names = message.flatMap((part) => {
    if (typeof part === 'string') return [];
    const [name, kind, forms] = part;
    if (forms === undefined) return [kind === 'number' ? `#${name}` : name];
    const within = Object.values(forms).flatMap((form) => [...listVariables(form)]);
    return [kind === 'plural' ? `#${name}` : name, ...within];
  });
  return new Set(names.filter((name) => name.startsWith('#') || !names.includes(`#${name}`)));
}

function compileMessage(key: string, text: string): Message {
  try {
    return joinParts(parse(text).map((token) => toPart(token)));
  } catch (error) {
    throw new Error(`${key} is no ICU message: ${text}`, { cause: error });
  }
}

/** @param counted the variable that `#` stands for */
function toPart(token: Token, counted?: string): MessagePart {
  switch (token.type) {
    case 'content':
      return token.value;
    case 'argument':
      return [token.arg];
    case 'octothorpe':
      return counted === undefined ? '#' : [counted, 'number'];
    case 'plural':
    case 'select': {
      const inner = token.type === 'plural' ? token.arg : counted;
      const forms = token.cases.map(({ key, tokens }): [string, Message] => [
        key,
        joinParts(tokens.map((each) => toPart(each, inner))),
      ]);
      if (token.pluralOffset) throw new Error('an offset is not understood');
      if (forms.every(([form]) => form !== 'other')) throw new Error(`'other' is missing`);
      return [token.arg, token.type, Object.fromEntries(forms)];
    }
    default:
      if (token.type === 'function' && token.key === 'number') return [token.arg, 'number'];
      throw new Error(`{${token.arg}, ${token.type}} is not understood`);
  }
}

function joinParts(parts: readonly MessagePart[]): Message {
  const [only = '', ...more] = parts;
  return more.length === 0 && typeof only === 'string' ? only : parts;
}
