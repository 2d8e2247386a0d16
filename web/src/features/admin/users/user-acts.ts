import type { ManagedUser, Permission } from '@prahari/contract';
import type { PlainAct } from '../../../domain/users/plain-acts.ts';

/** All that can be done to a user, by its menu. */
export type UserAct = PlainAct | 'edit' | 'newCode' | 'delete';

/** Lists the actions that fit the user's state and these permissions, in the menu's order. */
export function listOfferedActs(
  user: Pick<ManagedUser, 'id' | 'status' | 'deviceId' | 'loginCount'>,
  may: (right: Permission) => boolean,
  ownId: string | undefined,
): readonly UserAct[] {
  const isOwn = user.id === ownId;
  const offers: readonly (readonly [UserAct, Permission, boolean])[] = [
    ['edit', 'users.write', true],
    ['newCode', 'users.write', !isOwn],
    ['signOut', 'users.write', user.status === 'active' && !isOwn],
    ['resetDevice', 'devices.manage', user.deviceId !== null],
    ['resetLoginCount', 'users.write', user.loginCount > 0],
    ['unblock', 'users.write', user.status === 'blocked' && !isOwn],
    ['block', 'users.write', user.status !== 'blocked' && !isOwn],
    ['delete', 'users.delete', !isOwn],
  ];
  return offers.filter(([, right, fits]) => fits && may(right)).map(([act]) => act);
}
