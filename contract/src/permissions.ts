import * as z from 'zod/mini';
import type { UserType } from './roles.ts';

/** What an administrator may do: one word for each permission. */
export const permissionNames = [
  'users.read',
  'users.write',
  'users.delete',
  'users.import',
  'users.export',
  'devices.manage',
  'videos.write',
  'analytics.read',
  'performance.read',
  'alerts.read',
  'alerts.write',
  'security.read',
  'security.audit',
  'permissions.write',
  'audit-log.read',
  'system.configure',
] as const;
export const permissionSchema = z.enum(permissionNames);
export type Permission = z.infer<typeof permissionSchema>;

/** Specification, section 6: permission updates and system config are for super administrators. */
const superAdministratorsOnly: readonly Permission[] = [
  'permissions.write',
  'audit-log.read',
  'system.configure',
];

/** Lists all that a role may ever do. Learners have no administrative rights. */
export function listRolePermissions(userType: UserType): readonly Permission[] {
  if (userType === 'SUPER_ADMIN') return permissionNames;
  if (userType === 'LEARNER') return [];
  return permissionNames.filter((name) => !superAdministratorsOnly.includes(name));
}

/** The users that an administrator may see and change. */
export const adminScopeSchema = z.union([
  z.object({ level: z.literal('global') }),
  z.object({ level: z.literal('country'), values: z.array(z.string()) }),
  z.object({ level: z.literal('district'), values: z.array(z.string()) }),
  z.object({ level: z.literal('kendraType'), values: z.array(z.string()) }),
]);
export type AdminScope = z.infer<typeof adminScopeSchema>;
