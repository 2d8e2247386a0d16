import { auth } from './en/auth.ts';
import { errors } from './en/errors.ts';
import { common } from './en/everywhere.ts';
import { library } from './en/library.ts';

/** English is the source of truth: its keys and variables are what every other language must have. */
export const en = { common, errors, auth, library } as const;
