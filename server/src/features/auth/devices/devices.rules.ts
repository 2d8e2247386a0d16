import type { DeviceReset, SystemConfig, UserType } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';

/**
 * Returns how many devices an account of this type may use; 0 is no limit. Only learners are
 * limited.
 */
export function findDeviceLimit(userType: UserType, perLearner: number): number {
  return userType === 'LEARNER' ? perLearner : 0;
}

/**
 * Tells whether the device is one of those that the account is bound to. Where the limit was
 * lowered since, the devices bound first keep their place.
 * @param bound device ids, the longest bound first
 * @param limit 0 is no limit: then every device is accepted
 */
export function isDeviceBound(bound: readonly string[], deviceId: string, limit: number): boolean {
  return limit === 0 || bound.slice(0, limit).includes(deviceId);
}

/**
 * Tells whether a user whose password was right may sign in on this device: it is bound, or there
 * is room to bind it.
 */
export function canUseDevice(bound: readonly string[], deviceId: string, limit: number): boolean {
  return isDeviceBound(bound, deviceId, limit) || bound.length < limit;
}

const daySeconds = 86_400;

/**
 * Tells whether a learner who proved the password on another device may move the account to it.
 * @param lastBoundAt when a device was last bound to the account
 */
export function judgeDeviceReset(
  policy: Pick<SystemConfig['accounts'], 'selfServiceDeviceReset' | 'deviceResetCooldownDays'>,
  lastBoundAt: Date,
  now: Date,
): DeviceReset {
  if (!policy.selfServiceDeviceReset) return { state: 'not_offered' };
  const cooldownSeconds = policy.deviceResetCooldownDays * daySeconds;
  const possibleAt = addSeconds(lastBoundAt, cooldownSeconds);
  if (possibleAt > now) return { state: 'later', possibleAt: possibleAt.toISOString() };
  return { state: 'possible', nextPossibleAt: addSeconds(now, cooldownSeconds).toISOString() };
}
