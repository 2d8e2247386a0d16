import type { UserAct } from './user-acts.ts';

/** The name of an action in menus and on the button that confirms it. */
export const ACT_TEXTS = {
  edit: 'users.editUser',
  newCode: 'users.newCode',
  block: 'users.block',
  unblock: 'users.unblock',
  signOut: 'users.signOutUser',
  resetDevice: 'users.resetDevice',
  resetLoginCount: 'users.resetLoginCount',
  delete: 'users.deleteUser',
} as const satisfies Record<UserAct, string>;
