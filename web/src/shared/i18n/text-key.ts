import type { TextValues } from './text-values.generated.ts';

type Area = keyof TextValues;

/** Every text that can be asked for: `common.save`, `library.lessonCount`. */
export type TextKey = { [A in Area]: `${A}.${keyof TextValues[A] & string}` }[Area];

type ValueNames<Key extends string> = Key extends `${infer A extends Area}.${infer Name}`
  ? TextValues[A][Name & keyof TextValues[A]]
  : never;
/** A name with a `#` is a number that chooses a plural form or is written as the reader does. */
type Counts<Names> = Names extends `#${infer Name}` ? Name : never;
type Inserts<Names> = Names extends `#${string}` ? never : Names & string;

/** The variables of a text, all of them: none where it has none. */
export type TextInput<Key extends string> = [ValueNames<Key>] extends [never]
  ? []
  : [
      variables: { readonly [Name in Counts<ValueNames<Key>>]: number } & {
        readonly [Name in Inserts<ValueNames<Key>>]: string | number;
      },
    ];

/** Says a text in one language; keys and variables are checked by the compiler against English. */
export type Say = <const Key extends TextKey>(key: Key, ...input: TextInput<Key>) => string;
