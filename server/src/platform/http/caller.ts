import type { DeviceStep, Endpoint } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../db/database.ts';

/** A caller who proved that it holds a device key; the id is the key's RFC 7638 thumbprint. */
export interface DeviceCaller {
  readonly deviceId: string;
  /** The proof's claim about the device's chain of steps; null or absent if it has none. */
  readonly step?: DeviceStep | null;
}

/** A machine that makes parts of videos; no user. */
export interface RunnerCaller {
  readonly runnerId: string;
}

export type Caller = SessionCaller | DeviceCaller | RunnerCaller;

/** A signed-in user; features declare here what else they know about one. */
export interface SessionCaller extends DeviceCaller {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Checks the caller again, for long work: permissions, scope or the session itself may have ended
 * since the call began. Inside a transaction, they can't change until it ends.
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
    : E['access'] extends { kind: 'runner' }
      ? RunnerCaller
      : undefined;

/** The credentials of a call with a session. */
export interface Credentials {
  /** Not verified yet; undefined if there is none. */
  readonly accessToken: string | undefined;
  /** The id of the key in the call's proof. */
  readonly deviceId: string;
  /**
   * Uses up the proof. The guard calls it once, as soon as it knows that the device is that of a
   * live session: only then does the proof take room in the store. @throws AppError, StoreUnavailable
   */
  acceptProof(): Promise<void>;
}

/** Identifies the caller of a session, and checks that the endpoint is allowed. */
export interface SessionGuard {
  /** Refuses a call without a required token, before its proof is verified. @throws AppError */
  requireToken(endpoint: Endpoint, accessToken: string | undefined): void;
  /** Admits a call before its body is read. @throws AppError */
  admit(
    endpoint: Endpoint,
    request: FastifyRequest,
    credentials: Credentials,
  ): Promise<SessionCaller>;
  /** Admits a running call again, with the caller's current state. @throws AppError */
  admitAgain(endpoint: Endpoint, caller: SessionCaller, trx?: Trx): Promise<SessionCaller>;
}

/** Identifies a runner by what it sends as bearer token. */
export interface RunnerGuard {
  /** Admits a call before its body is read. @throws AppError */
  admit(by: 'secret' | 'token', request: FastifyRequest): Promise<RunnerCaller>;
}

/** The decisions of features about a call, by the kind of its access; filled by `open-web-server.ts`. */
export interface Guards {
  readonly session: SessionGuard;
  readonly runner: RunnerGuard;
  /** Admits probes and scrapers. @throws AppError */
  probe(request: FastifyRequest): void;
}
