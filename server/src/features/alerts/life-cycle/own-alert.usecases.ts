import type { Alert } from '@prahari/contract';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { nameNetwork } from '../../../platform/network/name-network.ts';
import { nameSource } from '../../../platform/network/name-source.ts';
import { findAddressesOf } from './alert-life.repository.ts';

type AlertAbout = Pick<Alert, 'userId' | 'isTest' | 'subject'>;

/** A session lasts as long as it is used; an administrator signs in more often. */
const lookBackMs = 30 * 86_400_000;

/**
 * Tells whether an alert is about the caller. A test alert names its author, but is not about them.
 */
export function isOwnAlert(
  alert: Pick<AlertAbout, 'userId' | 'isTest'>,
  caller: SessionCaller,
): boolean {
  const isAboutCaller = alert.userId === caller.userId;
  return isAboutCaller && !alert.isTest && caller.userType !== 'SUPER_ADMIN';
}

/**
 * Tells whether an alert is about a device, address or network from which the caller works, now or
 * lately. Such alerts name no user, and what they tell of may be the caller's own deeds.
 */
export async function isOfOwnSource(
  db: DbOrTrx,
  { isTest, subject }: AlertAbout,
  {
    caller,
    address,
    at,
  }: { readonly caller: SessionCaller; readonly address: string; readonly at: Date },
): Promise<boolean> {
  if (isTest || caller.userType === 'SUPER_ADMIN') return false;
  if (subject.kind === 'device') return subject.key === caller.deviceId;
  if (subject.kind !== 'address' && subject.kind !== 'network') return false;
  const nameOf = subject.kind === 'address' ? nameSource : nameNetwork;
  if (nameOf(address) === subject.key) return true;
  const since = new Date(at.getTime() - lookBackMs);
  const used = await findAddressesOf(db, caller.userId, since);
  return used.some((one) => nameOf(one) === subject.key);
}
