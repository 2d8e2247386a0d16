import type { en } from './en.ts';
import type { enOnDemand } from './en-on-demand.ts';

type Translated<Area> = { readonly [Key in keyof Area]: string };
/** Every text in English, whenever it is fetched. */
export type English = typeof en & typeof enOnDemand;

/** One area in another language: exactly the English keys, or the compiler refuses it. */
export type CatalogueArea<Name extends keyof English> = Translated<English[Name]>;

export type Catalogue = { readonly [Name in keyof typeof en]: CatalogueArea<Name> };
export type CatalogueOnDemand = { readonly [Name in keyof typeof enOnDemand]: CatalogueArea<Name> };
