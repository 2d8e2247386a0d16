import type { Trx } from '../../platform/db/database.ts';
import type { Actor } from '../users/index.ts';

/** Has actions of alerts carried out (rows of `alert_actions`), once the transaction commits. */
export type EnqueueActions = (trx: Trx, actionIds: readonly string[]) => Promise<void>;

interface EndedSessions {
  readonly count: number;
  /** Tells this process; call it after the transaction has committed. */
  announce(): void;
}

/** What alerts do, by the features that can. */
export interface MeasurePorts {
  endSessions(trx: Trx, userId: string): Promise<EndedSessions>;
  endSession(trx: Trx, userId: string, sessionId: string): Promise<EndedSessions>;
  isBlocked(userId: string): Promise<boolean>;
  /** @throws AppError for others than learners */
  blockLearner(userId: string): Promise<unknown>;
  /**
   * Lifts a block that the platform set until an instant, not one that an administrator set since.
   * @returns whether the user is not blocked now
   */
  liftBlock(actor: Actor, userId: string, until: Date): Promise<boolean>;
  /** @returns the id by which it is lifted */
  suspendPlayback(trx: Trx, userId: string, forMs: number): Promise<string>;
  liftSuspension(trx: Trx, id: string): Promise<boolean>;
  /** Gives new devices of a network fewer attempts to sign in. */
  tightenSignIns(trx: Trx, network: string, forMs: number): Promise<string>;
  liftTightening(trx: Trx, id: string): Promise<boolean>;
}
