import type { AdminScope, DeviceStep, Endpoint, Permission, UserType } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../db/database.ts';

/** A caller who proved that it holds a device key; the id is the key's RFC 7638 thumbprint. */
export interface DeviceCaller {
  readonly deviceId: string;
  /** What the proof says of the device's chain of steps; null or absent where it says nothing. */
  readonly step?: DeviceStep | null;
}

/** A signed-in user, as the server knows it. */
export interface SessionCaller extends DeviceCaller {
  readonly userId: string;
  readonly userType: UserType;
  readonly permissions: readonly Permission[];
  /** Null for learners. */
  readonly adminScope: AdminScope | null;
  /** While true, no permission counts: a second factor has to be enrolled first. */
  readonly mustEnrolSecondFactor: boolean;
  readonly sessionId: string;
  readonly tokenExpiresAt: Date;
  /** Whether the session is bound to a key of the browser. */
  readonly isBound: boolean;
}

/**
 * Checks again who calls, for work that takes long: rights, scope and the session itself may have
 * ended since the call began. Inside a transaction, they can't change until it ends.
 * @throws AppError as at the beginning of the call
 */
export type CallerNow = (trx?: Trx) => Promise<SessionCaller>;

export type CallerNowOf<E extends Endpoint> = E['access'] extends { kind: 'session' }
  ? CallerNow
  : undefined;

export type CallerOf<E extends Endpoint> = E['access'] extends { kind: 'session' }
  ? SessionCaller
  : E['access'] extends { kind: 'device' }
    ? DeviceCaller
    : undefined;

/** What features supply for authentication: whose a token is, and who may read probes. */
export interface Gates {
  /** @throws AppError when the token is missing, not good, not of this device, or its session over */
  identify(accessToken: string | undefined, deviceId: string): Promise<SessionCaller>;
  /** Reads the same caller as of now. @throws AppError when the session is over */
  identifyAgain(caller: SessionCaller, trx?: Trx): Promise<SessionCaller>;
  /**
   * Checks calls that a copy of a browser would need. @throws AppError without what a bound session
   * needs
   */
  requireBinding(request: FastifyRequest, sessionId: string): void;
  /** @throws AppError */
  admitProbe(request: FastifyRequest): void;
}
