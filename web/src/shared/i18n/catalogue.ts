import type { en } from './en.ts';

type Translated<Area> = { readonly [Key in keyof Area]: string };

/** One area in another language: exactly the English keys, or the compiler refuses it. */
export type CatalogueArea<Name extends keyof typeof en> = Translated<(typeof en)[Name]>;

export type Catalogue = { readonly [Name in keyof typeof en]: CatalogueArea<Name> };
