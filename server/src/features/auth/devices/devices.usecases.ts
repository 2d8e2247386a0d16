import type { MachineFacts, UserType } from '@prahari/contract';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { AppError } from '../../../platform/errors/app-error.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { deviceCannotPlay, deviceNotBound } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import { lockPasswordHash } from '../password/credentials.repository.ts';
import { type EndedSessions, endSessions } from '../sessions/end-sessions.usecases.ts';
import { judgeDeviceKind } from './device-kind.rules.ts';
import {
  deleteBoundDevices,
  findBoundDevices,
  findLastBoundAt,
  insertBoundDevice,
} from './devices.repository.ts';
import { canUseDevice, findDeviceLimit, isDeviceBound, judgeDeviceReset } from './devices.rules.ts';

interface Holder {
  readonly userId: string;
  readonly userType: UserType;
  readonly deviceId: string;
}

interface DeviceRequest extends Pick<Holder, 'userId' | 'userType'> {
  readonly client: ClientInfo;
  /** Whether this device shall take the place of the old ones. */
  readonly resetDevice: boolean;
  /** What its page says about the machine, if there is a page. */
  readonly machine?: MachineFacts | undefined;
}

export type Admission =
  | { readonly isAdmitted: true; readonly ended?: EndedSessions }
  | { readonly isAdmitted: false; readonly refusal: AppError };

type JudgeDeps = Pick<AuthDeps, 'clock' | 'systemConfig'>;
type AdmitDeps = JudgeDeps & Pick<AuthDeps, 'revocations'>;

/**
 * Judges a device as `admitDevice` does, for a sign-in that has another step before it; binds
 * nothing.
 */
export async function checkDevice(
  deps: JudgeDeps & Pick<AuthDeps, 'db'>,
  asked: DeviceRequest,
): Promise<Admission> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const judged = await judgeDevice(deps, trx, asked, now);
    if (judged === 'bound' || judged === 'free') return { isAdmitted: true };
    if (judged.isReplacing) return { isAdmitted: true };
    return refuseDevice(trx, asked, judged.refusal, now);
  });
}

/**
 * Binds the device where there is room for it, or where it may take the place of the old ones
 * (specification, section 3: "MAC id"); one on which videos would not play is never bound. Call it
 * while the account is locked, so that the second of two first sign-ins sees what the first bound.
 * @returns the refusal, to be thrown once its event has been committed
 */
export async function admitDevice(
  deps: AdmitDeps,
  trx: Trx,
  asked: DeviceRequest,
): Promise<Admission> {
  const { userId, client } = asked;
  const { deviceId, address } = client;
  const now = deps.clock.now();
  const judged = await judgeDevice(deps, trx, asked, now);
  if (judged === 'bound') return { isAdmitted: true };
  if (judged === 'free') {
    await insertBoundDevice(trx, userId, deviceId, now);
    await recordEvent(trx, 'device.bound', { userId, deviceId }, now);
    await addLoginEvent(trx, { userId, kind: 'device-bound', client, at: now });
    return { isAdmitted: true };
  }
  if (!judged.isReplacing) return refuseDevice(trx, asked, judged.refusal, now);
  const facts = { userId, deviceId, replaced: judged.bound, address };
  await recordEvent(trx, 'device.reset', facts, now);
  return { isAdmitted: true, ended: await bindOnly(deps, trx, userId, client) };
}

/** Tells whether the account may still be used on the device of a session. */
export async function isDeviceStillBound(
  deps: Pick<AuthDeps, 'systemConfig'>,
  db: DbOrTrx,
  { userId, userType, deviceId }: Holder,
): Promise<boolean> {
  const limit = findLimit(deps, userType);
  if (limit === 0) return true;
  return isDeviceBound(await findBoundDevices(db, userId), deviceId, limit);
}

/** Binds the account to this device alone and ends its sessions on others. */
export async function replaceDevices(
  deps: Pick<AuthDeps, 'clock' | 'revocations'>,
  trx: Trx,
  userId: string,
  deviceId: string,
): Promise<EndedSessions> {
  await lockPasswordHash(trx, userId);
  return bindOnly(deps, trx, userId, { deviceId });
}

/** Frees the account: every session ends, and the next sign-in binds its device again. */
export async function clearDevices(
  deps: Pick<AuthDeps, 'clock' | 'revocations'>,
  trx: Trx,
  userId: string,
): Promise<EndedSessions> {
  await lockPasswordHash(trx, userId);
  await deleteBoundDevices(trx, userId);
  return endSessions(deps, trx, { userId }, 'device_changed');
}

function findLimit(deps: Pick<AuthDeps, 'systemConfig'>, userType: UserType): number {
  return findDeviceLimit(userType, deps.systemConfig.current().accounts.devicesPerLearner);
}

/** Judges a device. @returns 'bound', 'free' when there is room for it, what it replaces, or why not */
async function judgeDevice(
  deps: JudgeDeps,
  db: DbOrTrx,
  { userId, userType, client, machine, resetDevice }: DeviceRequest,
  now: Date,
) {
  const limit = findLimit(deps, userType);
  if (limit === 0) return 'bound';
  const bound = await findBoundDevices(db, userId);
  if (isDeviceBound(bound, client.deviceId, limit)) return 'bound';
  const { accounts, playback } = deps.systemConfig.current();
  const { minimumScreenPixels } = playback;
  const verdict = judgeDeviceKind(client, machine, minimumScreenPixels);
  // Checked first: a move of the account to such a device would be wasted.
  if (verdict !== 'allowed') {
    const refusal = deviceCannotPlay({ verdict, minimumScreenPixels });
    return { isReplacing: false, refusal } as const;
  }
  if (canUseDevice(bound, client.deviceId, limit)) return 'free';
  const lastBoundAt = (await findLastBoundAt(db, userId)) ?? now;
  const deviceReset = judgeDeviceReset(accounts, lastBoundAt, now);
  if (resetDevice && deviceReset.state === 'possible') return { isReplacing: true, bound } as const;
  return { isReplacing: false, refusal: deviceNotBound(deviceReset) } as const;
}

async function refuseDevice(
  trx: Trx,
  { userId, client }: DeviceRequest,
  refusal: AppError,
  now: Date,
) {
  const { deviceId, address } = client;
  await recordEvent(trx, 'device.refused', { userId, deviceId, address }, now);
  await addLoginEvent(trx, { userId, kind: 'device-refused', client, at: now });
  return { isAdmitted: false, refusal } as const;
}

/** Binds the account to one device. Call it while the account is locked. */
async function bindOnly(
  deps: Pick<AuthDeps, 'clock' | 'revocations'>,
  trx: Trx,
  userId: string,
  client: Pick<ClientInfo, 'deviceId'>,
): Promise<EndedSessions> {
  const { deviceId } = client;
  const now = deps.clock.now();
  await deleteBoundDevices(trx, userId);
  await insertBoundDevice(trx, userId, deviceId, now);
  await recordEvent(trx, 'device.bound', { userId, deviceId }, now);
  await addLoginEvent(trx, { userId, kind: 'device-bound', client, at: now });
  return endSessions(deps, trx, { userId, exceptDeviceId: deviceId }, 'device_changed');
}
