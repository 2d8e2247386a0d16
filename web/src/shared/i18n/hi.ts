import type { CatalogueOf } from './catalogue.ts';
import { auth } from './hi/auth.ts';
import { errors } from './hi/errors.ts';
import { common } from './hi/everywhere.ts';
import { library } from './hi/library.ts';

export const hi: CatalogueOf<'first'> = { common, errors, auth, library };
