import { activation } from './en/activation.ts';
import { acts } from './en/acts.ts';
import { audit } from './en/audit.ts';
import { clientErrors } from './en/client-errors.ts';
import { exporting } from './en/exporting.ts';
import { imports } from './en/imports.ts';
import { loginHistory } from './en/login-history.ts';
import { newDevice } from './en/new-device.ts';
import { permissions } from './en/permissions.ts';
import { profile } from './en/profile.ts';
import { secondFactor } from './en/second-factor.ts';
import { sessions } from './en/sessions.ts';
import { systemConfig } from './en/system-config.ts';
import { table } from './en/table.ts';
import { trouble } from './en/trouble.ts';
import { uploads } from './en/uploads.ts';
import { users } from './en/users.ts';
import { videos } from './en/videos.ts';

/** Texts of pages that most learners never open: they come with the first of these pages. */
export const enOnDemand = {
  activation,
  acts,
  audit,
  clientErrors,
  exporting,
  imports,
  loginHistory,
  newDevice,
  permissions,
  profile,
  secondFactor,
  sessions,
  systemConfig,
  table,
  trouble,
  uploads,
  users,
  videos,
} as const;
