import type { AuditAction, UserDetail } from '@prahari/contract';
import type { Facts } from '../../../platform/audit-log/changed-fields.ts';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { insufficientPermissions } from '../../../platform/http/request-facts.ts';
import type { EndedSessions, UsersPorts } from '../ports.ts';
import { userNotFound } from '../users.errors.ts';
import { type Actor, inScope, mayManage } from '../users.policy.ts';
import { presentUserDetail, subjectOf } from './user.presenter.ts';
import type { UserRow, UsersRepository } from './users.repository.ts';

export interface AdministerDeps extends Pick<UsersPorts, 'devices' | 'secondFactor'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: UsersRepository;
}

/** One step within the transaction of an act. */
export interface Step {
  readonly trx: Trx;
  readonly now: Date;
  /** The user, locked against other writers. */
  readonly row: UserRow;
}

export interface Outcome<Answer> {
  readonly answer: Answer;
  /** Missing when nothing was done in the end. */
  readonly act?: {
    readonly action: AuditAction;
    readonly before: Facts;
    readonly after: Facts;
    /** Where it is not the name from before. */
    readonly subjectName?: string;
  };
  /** What this process is told once all is committed. */
  readonly ended?: Pick<EndedSessions, 'announce'>;
}

/** How the instance itself is named in the audit log, where no user is signed in. */
const instanceActor = { name: 'Prahari', address: 'local' } as const;

/**
 * Carries out administrative acts: checks permission, under a lock, and writes the entry of the
 * audit log.
 */
export function createAdminister(deps: AdministerDeps) {
  const { db, clock, users } = deps;

  /** Returns the user, if the actor may see that user. */
  async function visible(actor: Actor, row: UserRow | undefined): Promise<UserRow> {
    if (!row || !inScope(actor, subjectOf(row))) throw userNotFound();
    return row;
  }

  async function audit(
    trx: Trx,
    actor: Actor,
    subject: { id: string; name: string },
    act: { action: AuditAction; before: Facts; after: Facts },
    at: Date,
  ): Promise<void> {
    const name = actor.userId
      ? ((await users.findById(trx, actor.userId))?.name ?? '')
      : instanceActor.name;
    const { action, before, after } = act;
    await writeAuditEntry(
      trx,
      {
        action,
        subject,
        before,
        after,
        actor: { userId: actor.userId, name },
        address: actor.address ?? instanceActor.address,
      },
      at,
    );
  }

  return {
    audit,

    /** @throws AppError 404, alike for users who do not exist and who are out of scope */
    async see(actor: Actor, userId: string): Promise<UserRow> {
      return visible(actor, await users.findById(db, userId));
    },

    /**
     * Carries out one act on one user, with its entry in the audit log, or nothing of it.
     * @throws AppError 404 for whom the actor does not see, 403 for whom it may not manage
     */
    async onUser<Answer>(
      actor: Actor,
      userId: string,
      step: (step: Step) => Promise<Outcome<Answer>>,
    ): Promise<Answer> {
      const now = clock.now();
      const outcome = await db.transaction().execute(async (trx) => {
        const row = await visible(actor, await users.lockById(trx, userId));
        if (!mayManage(actor, subjectOf(row))) throw insufficientPermissions();
        const done = await step({ trx, now, row });
        if (done.act) {
          const subject = { id: userId, name: done.act.subjectName ?? row.name };
          await audit(trx, actor, subject, done.act, now);
        }
        return done;
      });
      outcome.ended?.announce();
      return outcome.answer;
    },

    async detail(row: UserRow, within: DbOrTrx = db): Promise<UserDetail> {
      const devices = await deps.devices.of([row.id], within);
      const holder = { userId: row.id, userType: row.user_type };
      const hasSecondFactor = await deps.secondFactor.isEnrolled(holder, within);
      return presentUserDetail(row, { deviceId: devices.get(row.id) ?? null, hasSecondFactor });
    },
  };
}

export type Administer = ReturnType<typeof createAdminister>;
