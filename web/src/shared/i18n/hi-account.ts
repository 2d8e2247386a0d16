import type { CatalogueOf } from './catalogue.ts';
import { activation } from './hi/activation.ts';
import { loginHistory } from './hi/login-history.ts';
import { newDevice } from './hi/new-device.ts';
import { passkeys } from './hi/passkeys.ts';
import { profile } from './hi/profile.ts';
import { secondFactor } from './hi/second-factor.ts';
import { sessions } from './hi/sessions.ts';
import { strangers } from './hi/strangers.ts';
import { table } from './hi/table.ts';
import { trouble } from './hi/trouble.ts';

export const hiAccount: CatalogueOf<'account'> = {
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
};
