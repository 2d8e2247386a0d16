import { endpoints, type ManagedUser, type Permission } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';
import type { IconName } from '../../../ui/Icon.tsx';

/** Actions on one user that need only a confirmation. */
export const plainActs = {
  block: {
    right: 'users.write',
    icon: 'block',
    tone: 'danger',
    call: (api: Api, id: string) =>
      api.call(endpoints.users.block, { params: { id }, body: { blocked: true } }),
  },
  unblock: {
    right: 'users.write',
    icon: 'check-circle',
    tone: 'primary',
    call: (api: Api, id: string) =>
      api.call(endpoints.users.block, { params: { id }, body: { blocked: false } }),
  },
  signOut: {
    right: 'users.write',
    icon: 'exit-to-app',
    tone: 'danger',
    call: (api: Api, id: string) => api.call(endpoints.users.signOut, { params: { id } }),
  },
  resetDevice: {
    right: 'devices.manage',
    icon: 'monitor',
    tone: 'danger',
    call: (api: Api, id: string) => api.call(endpoints.users.clearDevice, { params: { id } }),
  },
  resetLoginCount: {
    right: 'users.write',
    icon: 'refresh',
    tone: 'primary',
    call: (api: Api, id: string) => api.call(endpoints.users.resetLoginCount, { params: { id } }),
  },
} as const satisfies Record<
  string,
  {
    right: Permission;
    icon: IconName;
    tone: 'primary' | 'danger';
    call: (api: Api, id: string) => Promise<unknown>;
  }
>;
export type PlainAct = keyof typeof plainActs;

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
