/** How roles and states are called and coloured wherever users are shown. */
export const ROLES = {
  LEARNER: { text: 'auth.roleLearner', tone: 'neutral' },
  ADMIN: { text: 'auth.roleAdmin', tone: 'primary' },
  SUPER_ADMIN: { text: 'auth.roleSuperAdmin', tone: 'accent' },
} as const;

export const STATUSES = {
  invited: { text: 'users.statusInvited', tone: 'warning' },
  active: { text: 'users.statusActive', tone: 'success' },
  blocked: { text: 'users.statusBlocked', tone: 'danger' },
} as const;
