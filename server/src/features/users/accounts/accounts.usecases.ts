import type { UserDetail, UserType } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { insufficientPermissions } from '../../../platform/http/request-facts.ts';
import type { IssueActivation } from '../activation/issue-activation.usecases.ts';
import type { UsersPorts } from '../ports.ts';
import {
  editedMeanwhile,
  outOfScope,
  phoneInvalid,
  phoneTaken,
  userNotFound,
} from '../users.errors.ts';
import { type Actor, inScope, mayMake } from '../users.policy.ts';
import type { Administer } from './administer.usecases.ts';
import { normalisePhone } from './phone.rules.ts';
import { auditFacts, presentManagedUser, subjectOf } from './user.presenter.ts';
import type { UsersRepository } from './users.repository.ts';

export interface UsersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: UsersRepository;
  readonly administer: Administer;
  readonly issueActivation: IssueActivation;
  readonly audienceChanged: UsersPorts['audienceChanged'];
}

/** They decide, with groups, which videos are for a user. */
const placeColumns = ['kendra_type', 'country', 'district'] as const;

export interface UserDraft {
  readonly name: string;
  readonly countryCode: string;
  readonly contactNumber: string;
  readonly userType: UserType;
  readonly email?: string | undefined;
  readonly kendraType?: string | undefined;
  readonly country?: string | undefined;
  readonly district?: string | undefined;
}

export interface UserEdit {
  /** Of the state that was edited. */
  readonly updatedAt: string;
  readonly name?: string | undefined;
  readonly countryCode?: string | undefined;
  readonly contactNumber?: string | undefined;
  readonly email?: string | null | undefined;
  readonly kendraType?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly district?: string | null | undefined;
}

/** Creates, lists and edits the users of an administrator's scope. */
export function createUsersUsecases(deps: UsersDeps) {
  const { db, clock, users, administer } = deps;

  return {
    /** @throws AppError when the actor may not, or the number is malformed or taken */
    async create(actor: Actor, draft: UserDraft) {
      const { name, userType } = draft;
      const places = {
        kendraType: draft.kendraType ?? null,
        country: draft.country ?? null,
        district: draft.district ?? null,
      };
      const id = uuidv7();
      if (!mayMake(actor.userType, userType)) throw insufficientPermissions();
      if (!inScope(actor, { id, userType, ...places })) throw outOfScope();
      const phone = normalisePhone(draft.contactNumber, draft.countryCode);
      if (!phone) throw phoneInvalid();
      const now = clock.now();
      return db.transaction().execute(async (trx) => {
        const createdBy = actor.userId;
        const email = draft.email ?? null;
        const user = { id, name, ...phone, email, userType, ...places, createdBy, now };
        if (!(await users.insert(trx, user))) throw phoneTaken();
        const activation = await deps.issueActivation(trx, actor, { id, email });
        await recordEvent(trx, 'user.created', { userId: id, byUserId: createdBy, userType }, now);
        const row = await users.findById(trx, id);
        if (!row) throw userNotFound();
        const act = { action: 'user.create', before: {}, after: auditFacts(row) } as const;
        await administer.audit(trx, actor, { id, name }, act, now);
        return { user: presentManagedUser(row, null), activation };
      });
    },

    /** @throws AppError 404 */
    async get(actor: Actor, userId: string): Promise<UserDetail> {
      return administer.detail(await administer.see(actor, userId));
    },

    /**
     * @throws AppError edited_meanwhile with what is there now; out_of_scope for a place where the
     * actor would not see the user any more; phone_invalid, phone_taken
     */
    async update(actor: Actor, userId: string, edit: UserEdit): Promise<UserDetail> {
      const { contactNumber, countryCode } = edit;
      const row = await administer.onUser(actor, userId, async ({ trx, now, row: before }) => {
        if (before.updated_at.getTime() !== Date.parse(edit.updatedAt)) {
          throw editedMeanwhile(await administer.detail(before, trx));
        }
        const phone =
          contactNumber === undefined
            ? null
            : normalisePhone(contactNumber, countryCode ?? before.country_code);
        if (contactNumber !== undefined && !phone) throw phoneInvalid();
        const change = {
          ...(edit.name === undefined ? {} : { name: edit.name }),
          ...(phone
            ? { contact_number: phone.contactNumber, country_code: phone.countryCode }
            : {}),
          ...(edit.email === undefined ? {} : { email: edit.email }),
          ...(edit.kendraType === undefined ? {} : { kendra_type: edit.kendraType }),
          ...(edit.country === undefined ? {} : { country: edit.country }),
          ...(edit.district === undefined ? {} : { district: edit.district }),
        };
        if (!inScope(actor, subjectOf({ ...before, ...change }))) throw outOfScope();
        const after = await users.change(trx, userId, change, now);
        if (!after) throw phoneTaken();
        const facts = auditFacts(after);
        // What is masked can look alike before and after.
        const isNewNumber = after.contact_number !== before.contact_number;
        const isNewAddress = after.email !== null && after.email !== before.email;
        const marked = {
          ...(isNewNumber ? { contactNumber: `${facts.contactNumber} (new)` } : {}),
          ...(isNewAddress ? { email: `${facts.email} (new)` } : {}),
        };
        const hasMoved = placeColumns.some((column) => before[column] !== after[column]);
        return {
          answer: after,
          act: {
            action: 'user.update',
            before: auditFacts(before),
            after: { ...facts, ...marked },
          },
          ...(hasMoved ? { ended: await deps.audienceChanged(trx, [userId]) } : {}),
        };
      });
      return administer.detail(row);
    },
  };
}

export type UsersUsecases = ReturnType<typeof createUsersUsecases>;
