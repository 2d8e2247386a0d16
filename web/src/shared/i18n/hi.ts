import type { Catalogue } from './catalogue.ts';
import { auth } from './hi/auth.ts';
import { errors } from './hi/errors.ts';
import { common } from './hi/everywhere.ts';
import { library } from './hi/library.ts';
import { player } from './hi/player.ts';
import { uploads } from './hi/uploads.ts';
import { users } from './hi/users.ts';

export const hi: Catalogue = { common, errors, auth, library, player, uploads, users };
