import type { Catalogue } from './catalogue.ts';
import { auth } from './hi/auth.ts';
import { errors } from './hi/errors.ts';
import { common } from './hi/everywhere.ts';
import { library } from './hi/library.ts';
import { player } from './hi/player.ts';

export const hi: Catalogue = { common, errors, auth, library, player };
