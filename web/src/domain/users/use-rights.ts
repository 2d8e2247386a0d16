import type { Permission } from '@prahari/contract';
import { useSession } from '../../shared/api/api-context.ts';

/**
 * Returns the rights of the signed-in user, so that the page does not offer what would be refused.
 * For comfort only: the server judges each call.
 */
export function useRights() {
  const { context } = useSession();
  return {
    may: (permission: Permission) => context?.permissions.includes(permission) ?? false,
    isSuperAdmin: context?.userType === 'SUPER_ADMIN',
    /** Whether nothing lies outside the scope, which what is for everyone needs. */
    isEverywhere: context?.adminScope?.level === 'global',
    userId: context?.user.id,
  };
}
