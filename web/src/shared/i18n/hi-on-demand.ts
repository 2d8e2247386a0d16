import type { CatalogueOnDemand } from './catalogue.ts';
import { activation } from './hi/activation.ts';
import { acts } from './hi/acts.ts';
import { audit } from './hi/audit.ts';
import { clientErrors } from './hi/client-errors.ts';
import { exporting } from './hi/exporting.ts';
import { imports } from './hi/imports.ts';
import { loginHistory } from './hi/login-history.ts';
import { newDevice } from './hi/new-device.ts';
import { permissions } from './hi/permissions.ts';
import { profile } from './hi/profile.ts';
import { secondFactor } from './hi/second-factor.ts';
import { sessions } from './hi/sessions.ts';
import { systemConfig } from './hi/system-config.ts';
import { table } from './hi/table.ts';
import { trouble } from './hi/trouble.ts';
import { uploads } from './hi/uploads.ts';
import { users } from './hi/users.ts';
import { videos } from './hi/videos.ts';

export const hiOnDemand: CatalogueOnDemand = {
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
};
