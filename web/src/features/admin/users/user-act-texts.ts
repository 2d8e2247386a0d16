import { plainActs } from '../../../domain/users/plain-acts.ts';
import type { UserAct } from './user-acts.ts';

/** The name of an action in menus and on the button that confirms it. */
export const ACT_TEXTS = {
  edit: 'users.editUser',
  newCode: 'users.newCode',
  block: plainActs.block.text,
  unblock: plainActs.unblock.text,
  signOut: plainActs.signOut.text,
  resetDevice: plainActs.resetDevice.text,
  resetLoginCount: plainActs.resetLoginCount.text,
  delete: 'users.deleteUser',
} as const satisfies Record<UserAct, string>;
