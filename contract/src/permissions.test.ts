import { expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import * as endpoints from './endpoints.ts';
import { listRolePermissions, permissionNames } from './permissions.ts';

it('lets roles have each permission that some call asks for, and no other', () => {
  const calls = Object.values(endpoints).flatMap((area): Endpoint[] => Object.values(area));
  const asked = new Set(
    calls.flatMap(({ access }) => ('permission' in access ? [access.permission] : [])),
  );
  expect(listRolePermissions('SUPER_ADMIN')).toEqual(
    permissionNames.filter((name) => asked.has(name)),
  );
  expect(listRolePermissions('ADMIN')).not.toContain('system.configure');
  expect(listRolePermissions('LEARNER')).toEqual([]);
});
