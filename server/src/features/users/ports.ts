import type {
  Activation,
  LoginEvent,
  SessionEndCause,
  SessionView,
  UserType,
} from '@prahari/contract';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';

/** Ways of delivery for which no administrator passes the code on. */
export type SentDelivery = Exclude<Activation['delivery'], 'shown'>;

/** Delivers activation codes to users in one way. */
export interface CodeDelivery {
  /**
   * @throws AppError EXTERNAL_SERVICE_ERROR when the message was not accepted; it holds no secret
   */
  deliver(
    message: {
      /** E.164 */
      readonly contactNumber: string;
      readonly email: string | null;
      readonly name: string;
      readonly code: string;
      readonly expiresAt: Date;
    },
    signal: AbortSignal,
  ): Promise<'sent'>;
}

export interface EndedSessions {
  readonly count: number;
  /** Tells this process; call it once the transaction has been committed. */
  announce(): void;
}

/** The end of sessions of many users. */
export interface EndedSessionsOf extends EndedSessions {
  /** Those who had any. */
  readonly userIds: ReadonlySet<string>;
}

export interface LoginHistoryPage {
  readonly page: number;
  readonly limit: number;
}

export interface LoginHistoryAnswer extends LoginHistoryPage {
  readonly items: LoginEvent[];
  readonly total: number;
}

/**
 * What this feature needs from features above it; filled by fill-ports.ts. Callers in a transaction
 * pass it as `within`.
 */
export interface UsersPorts {
  /** Derives what is stored of a password. Takes long, and a share of the processor. */
  hashPassword(password: string): Promise<string>;
  endSessions(trx: Trx, userId: string, cause: SessionEndCause): Promise<EndedSessions>;
  /** The same for many users at once. */
  endSessionsOf(
    trx: Trx,
    userIds: readonly string[],
    cause: SessionEndCause,
  ): Promise<EndedSessionsOf>;
  /** `count` is 0 when it belongs to another user, or is not live. */
  endSession(
    trx: Trx,
    userId: string,
    sessionId: string,
    cause: SessionEndCause,
  ): Promise<EndedSessions>;
  /** Live sessions, the latest first; `currentId` is marked as the caller's own. */
  sessionsOf(userId: string, currentId?: string): Promise<SessionView[]>;
  /** Reads sign-ins, refusals and devices of the account, newest first. */
  loginHistoryOf(userId: string, page: LoginHistoryPage): Promise<LoginHistoryAnswer>;
  readonly secondFactor: {
    isEnrolled(
      holder: { readonly userId: string; readonly userType: UserType },
      within?: DbOrTrx,
    ): Promise<boolean>;
    /** Ends the sessions too. Null when there was none. */
    clear(trx: Trx, userId: string, byUserId: string): Promise<EndedSessions | null>;
    /** Removes what belongs to an account that is being deleted. */
    forget(trx: Trx, userId: string): Promise<void>;
  };
  /** Removes the notes of an account that is being deleted. */
  forgetNotes(trx: Trx, userId: string): Promise<void>;
  /**
   * Ends playback that is no longer allowed for users who may be in fewer groups or in another
   * place, and for administrators whose permissions changed. Call `announce` after the transaction
   * has committed.
   */
  audienceChanged(trx: Trx, userIds: readonly string[]): Promise<Pick<EndedSessions, 'announce'>>;
  /** Tells every process; call `announce` once the transaction has been committed. */
  rightsChanged(trx: Trx, userId: string): Promise<Pick<EndedSessions, 'announce'>>;
  readonly devices: {
    /** Maps users to the device that was bound first; those without one are missing. */
    of(userIds: readonly string[], within?: DbOrTrx): Promise<ReadonlyMap<string, string>>;
    /** All bound devices of a user, the longest bound first. */
    allOf(userId: string, within?: DbOrTrx): Promise<readonly string[]>;
    /** Binds a device and, as `clear` does, ends the sessions that are no longer allowed. */
    set(trx: Trx, userId: string, deviceId: string): Promise<EndedSessions>;
    clear(trx: Trx, userId: string): Promise<EndedSessions>;
  };
}
