import type { AuditAction, UserDetail } from '@prahari/contract';
import type { Facts } from '../../../platform/audit-log/changed-fields.ts';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { insufficientPermissions } from '../../../platform/errors/app-error.ts';
import { findActivationCode } from '../activation/activation.repository.ts';
import type { EndedSessions } from '../ports.ts';
import type { UsersDeps } from '../users.deps.ts';
import { userNotFound } from '../users.errors.ts';
import { type Actor, isInScope, mayManage } from '../users.policy.ts';
import type { UserRow } from '../users.tables.ts';
import { presentSubject, presentUserDetail } from './user.presenter.ts';
import { findUserById, lockUserById } from './users.repository.ts';

/** The arguments of a change within its transaction. */
export interface UserChangeStep {
  readonly trx: Trx;
  readonly now: Date;
  /** The user, locked against other writers. */
  readonly row: UserRow;
}

export interface UserChangeOutcome<Answer> {
  readonly answer: Answer;
  /** Missing when nothing was changed in the end. */
  readonly entry?: {
    readonly action: AuditAction;
    readonly before: Facts;
    readonly after: Facts;
    /** The name for the log, if it is not the previous one. */
    readonly subjectName?: string;
  };
  /** Runs in this process after the transaction has committed. */
  readonly ended?: Pick<EndedSessions, 'announce'>;
}

/** The name of the instance itself in the audit log, where no user is signed in. */
const instanceActor = { name: 'Prahari', address: 'local' } as const;

/** Finds a user the actor may see. @throws AppError 404, the same for unknown users and others */
export async function findVisibleUser(
  { db }: Pick<UsersDeps, 'db'>,
  actor: Actor,
  userId: string,
): Promise<UserRow> {
  return requireVisible(actor, await findUserById(db, userId));
}

/** Finds a learner the actor may see. @throws AppError 404, alike for all others */
export async function requireVisibleLearner(
  deps: Pick<UsersDeps, 'db'>,
  actor: Actor,
  userId: string,
): Promise<UserRow> {
  const row = await findVisibleUser(deps, actor, userId);
  if (row.user_type !== 'LEARNER') throw userNotFound();
  return row;
}

/**
 * Changes one user with an entry in the audit log, both in one transaction.
 * @throws AppError 404 for users the actor may not see, 403 for users the actor may not manage
 */
export async function changeUserWithAudit<Answer>(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  actor: Actor,
  userId: string,
  step: (step: UserChangeStep) => Promise<UserChangeOutcome<Answer>>,
): Promise<Answer> {
  const now = clock.now();
  const outcome = await db.transaction().execute(async (trx) => {
    const row = await lockManagedUser(trx, actor, userId);
    const changed = await step({ trx, now, row });
    if (changed.entry) {
      const { action, before, after, subjectName = row.name } = changed.entry;
      const subject = { id: userId, name: subjectName };
      await writeActorAuditEntry(trx, actor, { action, subject, before, after }, now);
    }
    return changed;
  });
  outcome.ended?.announce();
  return outcome.answer;
}

/**
 * Locks a user against other writers until the transaction ends.
 * @throws AppError 404 for users the actor may not see, 403 for users the actor may not manage
 */
export async function lockManagedUser(trx: Trx, actor: Actor, userId: string): Promise<UserRow> {
  const row = requireVisible(actor, await lockUserById(trx, userId));
  if (!mayManage(actor, presentSubject(row))) throw insufficientPermissions();
  return row;
}

/** Writes an entry of the audit log with the name and address of the actor. */
export async function writeActorAuditEntry(
  trx: Trx,
  actor: Actor,
  entry: {
    readonly action: AuditAction;
    readonly subject: { readonly id: string; readonly name: string };
    readonly before: Facts;
    readonly after: Facts;
  },
  at: Date,
): Promise<void> {
  await writeAuditEntry(trx, { ...entry, ...(await readAuditActor(trx, actor)) }, at);
}

/** Reads how an entry of the audit log calls the actor. */
export async function readAuditActor(trx: Trx, actor: Actor) {
  const { userId, address = instanceActor.address } = actor;
  const name =
    userId === null ? instanceActor.name : ((await findUserById(trx, userId))?.name ?? '');
  return { actor: { userId, name }, address };
}

/**
 * Reads what the row does not hold, the devices, whether there is a second factor and how long a code
 * works, and presents it all.
 */
export async function readUserDetail(
  {
    db,
    clock,
    devices,
    secondFactor,
  }: Pick<UsersDeps, 'db' | 'clock' | 'devices' | 'secondFactor'>,
  row: UserRow,
  within: DbOrTrx = db,
): Promise<UserDetail> {
  const deviceIds = await devices.allOf(row.id, within);
  const holder = { userId: row.id, userType: row.user_type };
  const hasSecondFactor = await secondFactor.isEnrolled(holder, within);
  const code = await findActivationCode(within, row.id);
  const codeExpiresAt = code && code.expiresAt > clock.now() ? code.expiresAt : null;
  return presentUserDetail(row, { deviceIds, hasSecondFactor, codeExpiresAt });
}

function requireVisible(actor: Actor, row: UserRow | undefined): UserRow {
  if (!row || !isInScope(actor, presentSubject(row))) throw userNotFound();
  return row;
}
