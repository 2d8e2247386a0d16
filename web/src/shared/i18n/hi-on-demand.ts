import type { CatalogueOf } from './catalogue.ts';
import { acts } from './hi/acts.ts';
import { audit } from './hi/audit.ts';
import { clientErrors } from './hi/client-errors.ts';
import { exporting } from './hi/exporting.ts';
import { failures } from './hi/failures.ts';
import { groups } from './hi/groups.ts';
import { imports } from './hi/imports.ts';
import { jobs } from './hi/jobs.ts';
import { keySystems } from './hi/key-systems.ts';
import { permissions } from './hi/permissions.ts';
import { security } from './hi/security.ts';
import { storage } from './hi/storage.ts';
import { systemConfig } from './hi/system-config.ts';
import { uploads } from './hi/uploads.ts';
import { users } from './hi/users.ts';
import { videos } from './hi/videos.ts';

export const hiOnDemand: CatalogueOf<'admin'> = {
  acts,
  audit,
  clientErrors,
  exporting,
  failures,
  groups,
  imports,
  jobs,
  keySystems,
  permissions,
  security,
  storage,
  systemConfig,
  uploads,
  users,
  videos,
};
