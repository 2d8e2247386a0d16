import type { English } from './catalogue.ts';

type Area = keyof English;
type Plural = 'one' | 'other';
/** `lessons_one` and `lessons_other` are asked for as `lessons`. */
type Asked<Key extends string> = Key extends `${infer Name}_${Plural}` ? Name | Key : Key;

/** Every text that can be asked for: `common.save`, `library.lessonCount`. */
export type TextKey = { [A in Area]: `${A}.${Asked<keyof English[A] & string>}` }[Area];

type Holes<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Holes<Rest>
  : never;
type TextOf<Key extends string> = Key extends `${infer A extends Area}.${infer Name}`
  ? English[A][keyof English[A] & (Name | `${Name}_${Plural}`)]
  : never;
/** What is asked for by the name of its forms needs the count that chooses one. */
type CountOf<Key extends string> = Key extends `${infer A extends Area}.${infer Name}`
  ? `${Name}_other` extends keyof English[A]
    ? 'count'
    : never
  : never;
type VariablesOf<Key extends string> = Holes<TextOf<Key>> | CountOf<Key>;

/** The variables of a text, all of them: none where it has none. */
export type TextInput<Key extends string> = [VariablesOf<Key>] extends [never]
  ? []
  : [variables: { readonly [Name in VariablesOf<Key>]: string | number }];

/** Says a text in one language; keys and variables are checked by the compiler against English. */
export type Say = <const Key extends TextKey>(key: Key, ...input: TextInput<Key>) => string;
