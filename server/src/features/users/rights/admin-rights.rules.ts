import { type AdminScope, listRolePermissions, type Permission } from '@prahari/contract';

const controlCharacters = /\p{Cc}/u;
/** The same limit as for the place name of a user. */
const longestPlace = 100;
const mostPlaces = 1000;

/**
 * Returns the permissions that an administrator can have at all, each once and in the catalogue's
 * order; null when others are among them.
 */
export function selectGrantable(permissions: readonly Permission[]): Permission[] | null {
  const most = listRolePermissions('ADMIN');
  if (!permissions.every((name) => most.includes(name))) return null;
  return most.filter((name) => permissions.includes(name));
}

/**
 * Trims the places of a scope, and keeps each once; null when one of them can't be the name of a
 * place.
 */
export function tidyScope(scope: AdminScope): AdminScope | null {
  if (scope.level === 'global') return scope;
  const values = [...new Set(scope.values.map((value) => value.trim()))];
  const isPlace = (value: string) =>
    value !== '' && value.length <= longestPlace && !controlCharacters.test(value);
  return values.length <= mostPlaces && values.every(isPlace) ? { ...scope, values } : null;
}
