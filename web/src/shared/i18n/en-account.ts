import { activation } from './en/activation.ts';
import { loginHistory } from './en/login-history.ts';
import { newDevice } from './en/new-device.ts';
import { passkeys } from './en/passkeys.ts';
import { profile } from './en/profile.ts';
import { secondFactor } from './en/second-factor.ts';
import { sessions } from './en/sessions.ts';
import { strangers } from './en/strangers.ts';
import { table } from './en/table.ts';
import { trouble } from './en/trouble.ts';

/** Texts around one's own account, and of rare troubles: they come with what shows them. */
export const enAccount = {
  activation,
  loginHistory,
  newDevice,
  passkeys,
  profile,
  secondFactor,
  sessions,
  strangers,
  table,
  trouble,
} as const;
