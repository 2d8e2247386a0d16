import { acts } from './en/acts.ts';
import { audit } from './en/audit.ts';
import { clientErrors } from './en/client-errors.ts';
import { exporting } from './en/exporting.ts';
import { failures } from './en/failures.ts';
import { groups } from './en/groups.ts';
import { imports } from './en/imports.ts';
import { jobs } from './en/jobs.ts';
import { keySystems } from './en/key-systems.ts';
import { permissions } from './en/permissions.ts';
import { security } from './en/security.ts';
import { storage } from './en/storage.ts';
import { systemConfig } from './en/system-config.ts';
import { uploads } from './en/uploads.ts';
import { users } from './en/users.ts';
import { videos } from './en/videos.ts';

/** Texts of administration: they come with the first of its pages, beside those of the account. */
export const enOnDemand = {
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
} as const;
