import type { DeviceReset, UserType } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { CredentialsRepository } from '../password/credentials.repository.ts';
import type { EndedSessions, EndSessions } from '../sessions/end-sessions.usecases.ts';
import type { DevicesRepository } from './devices.repository.ts';
import { deviceLimitOf, isDeviceBound, judgeDeviceReset, mayUseDevice } from './devices.rules.ts';

export interface DevicesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly devices: DevicesRepository;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly credentials: Pick<CredentialsRepository, 'lock'>;
  readonly endSessions: EndSessions;
  readonly systemConfig: LiveConfig;
}

interface Holder {
  readonly userId: string;
  readonly userType: UserType;
  readonly deviceId: string;
}

interface Visit extends Pick<Holder, 'userId' | 'userType'> {
  readonly visitor: Visitor;
  /** Whether this device shall take the place of the old ones. */
  readonly resetDevice: boolean;
}

export type Admission =
  | { readonly isAdmitted: true; readonly ended?: EndedSessions }
  | { readonly isAdmitted: false; readonly deviceReset: DeviceReset };

/** Keeps the devices to which accounts are bound (specification, section 3: "MAC id"). */
export function createDevices(deps: DevicesDeps) {
  const { clock, devices } = deps;
  const limitOf = (userType: UserType) =>
    deviceLimitOf(userType, deps.systemConfig.current().accounts.devicesPerLearner);

  /** Call it while the account is locked. */
  async function bindAlone(
    trx: Trx,
    userId: string,
    visitor: Pick<Visitor, 'deviceId'>,
  ): Promise<EndedSessions> {
    const { deviceId } = visitor;
    const now = clock.now();
    await devices.clear(trx, userId);
    await devices.bind(trx, userId, deviceId, now);
    await recordEvent(trx, 'device.bound', { userId, deviceId }, now);
    await deps.history.add(trx, { userId, kind: 'device-bound', visitor, at: now });
    return deps.endSessions(trx, { userId, exceptDeviceId: deviceId }, 'device_changed');
  }

  type Asked = Omit<Visit, 'resetDevice'>;

  /** 'bound', 'free' for room to bind it, or what could be done about it. */
  async function judge(within: DbOrTrx, visit: Asked, now: Date) {
    const { userId, visitor } = visit;
    const limit = limitOf(visit.userType);
    if (limit === 0) return 'bound';
    const bound = await devices.boundTo(within, userId);
    if (isDeviceBound(bound, visitor.deviceId, limit)) return 'bound';
    if (mayUseDevice(bound, visitor.deviceId, limit)) return 'free';
    const lastBoundAt = (await devices.lastBoundAt(within, userId)) ?? now;
    const { accounts } = deps.systemConfig.current();
    return { deviceReset: judgeDeviceReset(accounts, lastBoundAt, now), bound };
  }

  async function refuse(trx: Trx, { userId, visitor }: Asked, deviceReset: DeviceReset, now: Date) {
    const { deviceId, address } = visitor;
    await recordEvent(trx, 'device.refused', { userId, deviceId, address }, now);
    await deps.history.add(trx, { userId, kind: 'device-refused', visitor, at: now });
    return { isAdmitted: false, deviceReset } as const;
  }

  return {
    /**
     * Returns what `admit` would say, for a sign-in that has another step before it; binds nothing.
     */
    async check(visit: Visit): Promise<Admission> {
      const now = clock.now();
      return deps.db.transaction().execute(async (trx) => {
        const judged = await judge(trx, visit, now);
        if (judged === 'bound' || judged === 'free') return { isAdmitted: true };
        const { deviceReset } = judged;
        if (visit.resetDevice && deviceReset.state === 'possible') return { isAdmitted: true };
        return refuse(trx, visit, deviceReset, now);
      });
    },

    /**
     * Binds the device where there is room for it, or where it may take the place of the old ones.
     * Call it while the account is locked, so that of two first sign-ins the second sees what the
     * first bound.
     * @returns when the account is bound elsewhere, with a fact about it, whether that can be changed
     */
    async admit(trx: Trx, visit: Visit): Promise<Admission> {
      const { userId, visitor } = visit;
      const { deviceId, address } = visitor;
      const now = clock.now();
      const judged = await judge(trx, visit, now);
      if (judged === 'bound') return { isAdmitted: true };
      if (judged === 'free') {
        await devices.bind(trx, userId, deviceId, now);
        await recordEvent(trx, 'device.bound', { userId, deviceId }, now);
        await deps.history.add(trx, { userId, kind: 'device-bound', visitor, at: now });
        return { isAdmitted: true };
      }
      const { deviceReset, bound } = judged;
      if (!visit.resetDevice || deviceReset.state !== 'possible') {
        return refuse(trx, visit, deviceReset, now);
      }
      const facts = { userId, deviceId, replaced: bound, address };
      await recordEvent(trx, 'device.reset', facts, now);
      return { isAdmitted: true, ended: await bindAlone(trx, userId, visitor) };
    },

    async isBound(db: DbOrTrx, { userId, userType, deviceId }: Holder): Promise<boolean> {
      const limit = limitOf(userType);
      if (limit === 0) return true;
      return isDeviceBound(await devices.boundTo(db, userId), deviceId, limit);
    },

    /** Finds the bound device of each user, in one query; users without one are left out. */
    of: (userIds: readonly string[], within: DbOrTrx = deps.db) => devices.firstOf(within, userIds),

    /** Binds the account to this device alone and ends its sessions on others. */
    async set(trx: Trx, userId: string, deviceId: string): Promise<EndedSessions> {
      await deps.credentials.lock(trx, userId);
      return bindAlone(trx, userId, { deviceId });
    },

    /** Frees the account: every session ends, and the next sign-in binds its device again. */
    async clear(trx: Trx, userId: string): Promise<EndedSessions> {
      await deps.credentials.lock(trx, userId);
      await devices.clear(trx, userId);
      return deps.endSessions(trx, { userId }, 'device_changed');
    },
  };
}

export type Devices = ReturnType<typeof createDevices>;
