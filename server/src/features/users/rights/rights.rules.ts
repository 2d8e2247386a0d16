import {
  type AdminScope,
  listRolePermissions,
  type Permission,
  type UserType,
} from '@prahari/contract';

export interface StoredRights {
  readonly userType: UserType;
  /** Null: the default of the role. */
  readonly permissions: readonly Permission[] | null;
  readonly adminScope: AdminScope | null;
}

export interface Rights {
  readonly permissions: readonly Permission[];
  readonly adminScope: AdminScope | null;
}

/**
 * Returns the rights that count: never more than the role has at most, so that a stored list can't
 * outlive a change of role. Super administrators are never limited, learners have none.
 */
export function computeEffectiveRights(stored: StoredRights): Rights {
  const most = listRolePermissions(stored.userType);
  if (stored.userType === 'LEARNER') return { permissions: most, adminScope: null };
  if (stored.userType === 'SUPER_ADMIN') {
    return { permissions: most, adminScope: { level: 'global' } };
  }
  const { permissions } = stored;
  return {
    permissions: permissions ? most.filter((name) => permissions.includes(name)) : most,
    adminScope: stored.adminScope ?? { level: 'global' },
  };
}
