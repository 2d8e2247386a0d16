import {
  type BulkAct,
  bulkLimits,
  type CallInput,
  type endpoints,
  type ManagedUser,
  type Permission,
} from '@prahari/contract';
import type { IconName } from '../../../ui/Icon.tsx';

/** All that can be done to chosen users at once, by the name of its texts. */
export const bulkActs = {
  addToGroup: { call: 'add-to-group', right: 'users.write', icon: 'groups', tone: 'primary' },
  newCodes: { call: 'new-codes', right: 'users.write', icon: 'lock-reset', tone: 'danger' },
  signOut: { call: 'sign-out', right: 'users.write', icon: 'exit-to-app', tone: 'danger' },
  unblock: { call: 'unblock', right: 'users.write', icon: 'check-circle', tone: 'primary' },
  block: { call: 'block', right: 'users.write', icon: 'block', tone: 'danger' },
  delete: { call: null, right: 'users.delete', icon: 'delete', tone: 'danger' },
} as const satisfies Record<
  string,
  {
    /** Null for the one with a call of its own. */
    call: BulkAct | null;
    right: Permission;
    icon: IconName;
    tone: 'primary' | 'danger';
  }
>;
export type BulkActName = keyof typeof bulkActs;
const bulkActNames: readonly BulkActName[] = [
  'addToGroup',
  'newCodes',
  'signOut',
  'unblock',
  'block',
  'delete',
];

/** The users of an act: chosen one by one, or all who match. */
export type ChosenUsers =
  | { readonly kind: 'some'; readonly users: readonly ManagedUser[] }
  | {
      readonly kind: 'matching';
      readonly filters: MatchingFilters;
      readonly total: number;
    };

type Selected = CallInput<typeof endpoints.users.bulk>['body']['users'];
export type MatchingFilters = Extract<Selected, { matching: unknown }>['matching'];

export function countChosen(chosen: ChosenUsers): number {
  return chosen.kind === 'some' ? chosen.users.length : chosen.total;
}

/** Writes a choice as the calls take it. */
export function toSelection(chosen: ChosenUsers): Selected {
  return chosen.kind === 'some'
    ? { ids: chosen.users.map(({ id }) => id) }
    : { matching: chosen.filters, expected: chosen.total };
}

/** Lists what makes sense for those who were chosen, and may be done with these rights. */
export function listBulkActs(
  chosen: ChosenUsers,
  may: (right: Permission) => boolean,
): readonly BulkActName[] {
  const isAny = (is: (user: ManagedUser) => boolean) =>
    chosen.kind === 'matching' || chosen.users.some(is);
  const fits: Partial<Record<BulkActName, boolean>> = {
    block: isAny(({ status }) => status !== 'blocked'),
    unblock: isAny(({ status }) => status === 'blocked'),
  };
  return bulkActNames.filter((name) => may(bulkActs[name].right) && fits[name] !== false);
}

/** Whether one call takes so many. */
export const isTooMany = (chosen: ChosenUsers) => countChosen(chosen) > bulkLimits.users;
