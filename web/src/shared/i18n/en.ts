import { auth } from './en/auth.ts';
import { errors } from './en/errors.ts';
import { common } from './en/everywhere.ts';
import { library } from './en/library.ts';
import { player } from './en/player.ts';
import { uploads } from './en/uploads.ts';
import { users } from './en/users.ts';

/** English is the source of truth: its keys and variables are what every other language must have. */
export const en = { common, errors, auth, library, player, uploads, users } as const;
