/** The labels and colours of roles and states of users. */
export const ROLES = {
  LEARNER: { text: 'auth.roleLearner', tone: 'neutral' },
  ADMIN: { text: 'auth.roleAdmin', tone: 'primary' },
  SUPER_ADMIN: { text: 'auth.roleSuperAdmin', tone: 'accent' },
} as const;

export const STATUSES = {
  invited: { text: 'users.statusInvited', tone: 'neutral' },
  active: { text: 'users.statusActive', tone: 'success' },
  blocked: { text: 'users.statusBlocked', tone: 'danger' },
} as const;
