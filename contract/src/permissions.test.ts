import { expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import * as endpoints from './endpoints.ts';
import { listOfferedPermissions, permissionNames } from './permissions.ts';

it('offers each permission that some call asks for, and no other', () => {
  const calls = Object.values(endpoints).flatMap((area): Endpoint[] => Object.values(area));
  const asked = new Set(
    calls.flatMap(({ access }) => ('permission' in access ? [access.permission] : [])),
  );
  expect(listOfferedPermissions('SUPER_ADMIN')).toEqual(
    permissionNames.filter((name) => asked.has(name)),
  );
  expect(listOfferedPermissions('ADMIN')).not.toContain('system.configure');
  expect(listOfferedPermissions('LEARNER')).toEqual([]);
});
