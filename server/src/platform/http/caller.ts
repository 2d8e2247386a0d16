import type { AdminScope, DeviceStep, Endpoint, Permission, UserType } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../db/database.ts';

/** Somebody who proved to hold a device key; the id is its RFC 7638 thumbprint. */
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
  /** Until a second factor is enrolled, none of the permissions counts. */
  readonly mustEnrolSecondFactor: boolean;
  readonly sessionId: string;
  readonly tokenExpiresAt: Date;
  /** Whether the session is bound to a key of the browser. */
  readonly isBound: boolean;
}

/**
 * Asks again who calls, for whatever takes long: rights, scope and the session itself may have gone
 * since the call began. Given a transaction, none of them changes until that ends.
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

/** What features supply to the door: who holds a token, and who may read probes. */
export interface Gates {
  /** @throws AppError when the token is missing, not good, not of this device, or its session over */
  identify(accessToken: string | undefined, deviceId: string): Promise<SessionCaller>;
  /** The same caller as of now. @throws AppError when the session is over */
  identifyAgain(caller: SessionCaller, trx?: Trx): Promise<SessionCaller>;
  /** For calls that a copy of a browser lives by. @throws AppError without what a bound session needs */
  requireBinding(request: FastifyRequest, sessionId: string): void;
  /** @throws AppError */
  admitProbe(request: FastifyRequest): void;
}
