import type { UserType } from '@prahari/contract';

export const ROLE_TEXTS = {
  LEARNER: 'auth.roleLearner',
  ADMIN: 'auth.roleAdmin',
  SUPER_ADMIN: 'auth.roleSuperAdmin',
} as const satisfies Record<UserType, string>;
