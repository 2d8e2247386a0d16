import { endpoints, type Permission } from '@prahari/contract';
import type { Api } from '../../shared/api/browser-api.ts';
import type { IconName } from '../../ui/Icon.tsx';

/** Actions on one user that need only a confirmation. */
export const plainActs = {
  block: {
    text: 'users.block',
    right: 'users.write',
    icon: 'block',
    tone: 'danger',
    call: (api: Api, id: string) =>
      api.call(endpoints.users.block, { params: { id }, body: { blocked: true } }),
  },
  unblock: {
    text: 'users.unblock',
    right: 'users.write',
    icon: 'check-circle',
    tone: 'primary',
    call: (api: Api, id: string) =>
      api.call(endpoints.users.block, { params: { id }, body: { blocked: false } }),
  },
  signOut: {
    text: 'users.signOutUser',
    right: 'users.write',
    icon: 'exit-to-app',
    tone: 'danger',
    call: (api: Api, id: string) => api.call(endpoints.users.signOut, { params: { id } }),
  },
  resetDevice: {
    text: 'users.resetDevice',
    right: 'devices.manage',
    icon: 'monitor',
    tone: 'danger',
    call: (api: Api, id: string) => api.call(endpoints.users.clearDevice, { params: { id } }),
  },
  resetLoginCount: {
    text: 'users.resetLoginCount',
    right: 'users.write',
    icon: 'refresh',
    tone: 'primary',
    call: (api: Api, id: string) => api.call(endpoints.users.resetLoginCount, { params: { id } }),
  },
} as const satisfies Record<
  string,
  {
    /** Its name in menus and on the button that confirms it. */
    text: string;
    right: Permission;
    icon: IconName;
    tone: 'primary' | 'danger';
    call: (api: Api, id: string) => Promise<unknown>;
  }
>;
export type PlainAct = keyof typeof plainActs;
