import type {
  Activation,
  LoginEvent,
  SessionEndCause,
  SessionView,
  UserType,
} from '@prahari/contract';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';

/** Ways that need no hand of an administrator. */
export type SentDelivery = Exclude<Activation['delivery'], 'shown'>;

/** The way by which an activation code reaches its user. */
export interface CodeDelivery {
  /** @throws AppError EXTERNAL_SERVICE_ERROR when it was not taken; it holds no secret */
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

export interface LoginHistoryPage {
  readonly page: number;
  readonly limit: number;
}

export interface LoginHistoryAnswer extends LoginHistoryPage {
  readonly items: LoginEvent[];
  readonly total: number;
}

/** What the sign-in feature does for users; compose.ts fills it. Transactions pass themselves as `within`. */
export interface UsersPorts {
  endSessions(trx: Trx, userId: string, cause: SessionEndCause): Promise<EndedSessions>;
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
    /** Removes what belongs to an account that goes. */
    forget(trx: Trx, userId: string): Promise<void>;
  };
  /** Removes the notes of an account that goes. */
  forgetNotes(trx: Trx, userId: string): Promise<void>;
  /**
   * Called with users who may be in fewer groups or in another place, and with administrators whose
   * rights changed: ends playback that is no longer allowed. Call `announce` once the transaction
   * has been committed.
   */
  audienceChanged(trx: Trx, userIds: readonly string[]): Promise<Pick<EndedSessions, 'announce'>>;
  /** Tells every process; call `announce` once the transaction has been committed. */
  rightsChanged(trx: Trx, userId: string): Promise<Pick<EndedSessions, 'announce'>>;
  readonly devices: {
    /** Maps users to their bound device; those without one are missing. */
    of(userIds: readonly string[], within?: DbOrTrx): Promise<ReadonlyMap<string, string>>;
    /** Both end the sessions that the change shuts out. */
    set(trx: Trx, userId: string, deviceId: string): Promise<EndedSessions>;
    clear(trx: Trx, userId: string): Promise<EndedSessions>;
  };
}
