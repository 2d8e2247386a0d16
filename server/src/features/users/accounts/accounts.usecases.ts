import type { UserDetail, UserType } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { insufficientPermissions } from '../../../platform/errors/app-error.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { type IssueActivationDeps, issueActivation } from '../activation/activation.usecases.ts';
import { joinGroups, lockManagedGroups } from '../groups/membership.usecases.ts';
import type { UsersDeps } from '../users.deps.ts';
import {
  editedMeanwhile,
  outOfScope,
  phoneInvalid,
  phoneTaken,
  userNotFound,
} from '../users.errors.ts';
import { type Actor, isInScope, mayMake } from '../users.policy.ts';
import {
  changeUserWithAudit,
  findVisibleUser,
  readUserDetail,
  writeActorAuditEntry,
} from './administer.usecases.ts';
import { normalisePhone } from './phone.rules.ts';
import { pickAuditFacts, presentManagedUser, presentSubject } from './user.presenter.ts';
import { findUserById, insertUser, updateUserRow } from './users.repository.ts';

/** Together with groups these decide which videos are for a user. */
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
  readonly groupIds?: readonly string[] | undefined;
}

export interface UserEdit {
  /** When the account that was edited had last been changed. */
  readonly updatedAt: string;
  readonly name?: string | undefined;
  readonly countryCode?: string | undefined;
  readonly contactNumber?: string | undefined;
  readonly email?: string | null | undefined;
  readonly kendraType?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly district?: string | null | undefined;
}

/**
 * Creates a user with an activation code, in groups that the actor may change.
 * @throws AppError when the actor may not, or the number is malformed or taken; 404, out_of_scope for
 * a group
 */
export async function createUser(
  deps: Pick<UsersDeps, 'db' | 'clock'> & IssueActivationDeps,
  actor: Actor,
  draft: UserDraft,
) {
  const { db, clock } = deps;
  const { name, userType } = draft;
  const places = {
    kendraType: draft.kendraType ?? null,
    country: draft.country ?? null,
    district: draft.district ?? null,
  };
  const id = uuidv7();
  if (!mayMake(actor.userType, userType)) throw insufficientPermissions();
  if (!isInScope(actor, { id, userType, ...places })) throw outOfScope();
  const phone = normalisePhone(draft.contactNumber, draft.countryCode);
  if (!phone) throw phoneInvalid();
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const groups = await lockManagedGroups(trx, actor, draft.groupIds ?? []);
    const createdBy = actor.userId;
    const email = draft.email ?? null;
    const user = { id, name, ...phone, email, userType, ...places, createdBy, now };
    if (!(await insertUser(trx, user))) throw phoneTaken();
    const activation = await issueActivation(deps, trx, actor, { id, email });
    await recordEvent(trx, 'user.created', { userId: id, byUserId: createdBy, userType }, now);
    const row = await findUserById(trx, id);
    if (!row) throw userNotFound();
    const subject = { id, name };
    const entry = {
      action: 'user.create',
      subject,
      before: {},
      after: pickAuditFacts(row),
    } as const;
    await writeActorAuditEntry(trx, actor, entry, now);
    await joinGroups({ trx, actor, now }, id, groups);
    return { user: presentManagedUser(row, null), activation };
  });
}

/** Reads a user for an administrator. @throws AppError 404 */
export async function getUser(
  deps: Pick<UsersDeps, 'db' | 'clock' | 'devices' | 'secondFactor'>,
  actor: Actor,
  userId: string,
): Promise<UserDetail> {
  return readUserDetail(deps, await findVisibleUser(deps, actor, userId));
}

/**
 * Updates the fields of a user that an administrator may edit.
 * @throws AppError edited_meanwhile with the current state; out_of_scope for a place where the
 * actor could no longer see the user; phone_invalid, phone_taken
 */
export async function updateUser(
  deps: Pick<UsersDeps, 'db' | 'clock' | 'devices' | 'secondFactor' | 'audienceChanged'>,
  actor: Actor,
  userId: string,
  edit: UserEdit,
): Promise<UserDetail> {
  const { contactNumber, countryCode } = edit;
  const row = await changeUserWithAudit(deps, actor, userId, async ({ trx, now, row: before }) => {
    if (before.updated_at.getTime() !== Date.parse(edit.updatedAt)) {
      throw editedMeanwhile(await readUserDetail(deps, before, trx));
    }
    const phone =
      contactNumber === undefined
        ? null
        : normalisePhone(contactNumber, countryCode ?? before.country_code);
    if (contactNumber !== undefined && !phone) throw phoneInvalid();
    const change = {
      ...(edit.name === undefined ? {} : { name: edit.name }),
      ...(phone ? { contact_number: phone.contactNumber, country_code: phone.countryCode } : {}),
      ...(edit.email === undefined ? {} : { email: edit.email }),
      ...(edit.kendraType === undefined ? {} : { kendra_type: edit.kendraType }),
      ...(edit.country === undefined ? {} : { country: edit.country }),
      ...(edit.district === undefined ? {} : { district: edit.district }),
    };
    if (!isInScope(actor, presentSubject({ ...before, ...change }))) throw outOfScope();
    const after = await updateUserRow(trx, userId, change, now);
    if (!after) throw phoneTaken();
    const facts = pickAuditFacts(after);
    // Masked values can look alike before and after.
    const isNewNumber = after.contact_number !== before.contact_number;
    const isNewAddress = after.email !== null && after.email !== before.email;
    const marked = {
      ...(isNewNumber ? { contactNumber: `${facts.contactNumber} (new)` } : {}),
      ...(isNewAddress ? { email: `${facts.email} (new)` } : {}),
    };
    const hasMoved = placeColumns.some((column) => before[column] !== after[column]);
    return {
      answer: after,
      entry: {
        action: 'user.update',
        before: pickAuditFacts(before),
        after: { ...facts, ...marked },
      },
      ...(hasMoved ? { ended: await deps.audienceChanged(trx, [userId]) } : {}),
    };
  });
  return readUserDetail(deps, row);
}
