import type { AdminScope, UserType } from '@prahari/contract';
import type { Trx } from '../../platform/db/database.ts';
import { isThrowawayId } from '../../platform/throwaway/throwaway-id.ts';

/** The user that makes a call. `userId` is null when the instance itself acts, at its start. */
export interface Actor {
  readonly userId: string | null;
  readonly userType: UserType;
  /** Missing for learners, who have none. */
  readonly adminScope?: AdminScope | null | undefined;
  /** Network address; missing when the instance itself acts. */
  readonly address?: string | undefined;
}

/**
 * Finds the actor with the rights of this moment, for work that takes long.
 * @throws AppError when the permission was taken back
 */
export type ActorNow = (trx?: Trx) => Promise<Actor>;

export const placeFields = ['country', 'district', 'kendraType'] as const;
export type PlaceField = (typeof placeFields)[number];

/** The facts of a user that decide which administrators may see it. */
export interface Subject {
  readonly id: string;
  readonly userType: UserType;
  readonly country: string | null;
  readonly district: string | null;
  readonly kendraType: string | null;
}

/** Describes which users an actor may see; rules and queries both read it. */
export type ScopeCondition =
  | { readonly sees: 'everybody' }
  | {
      readonly sees: 'learners';
      /** Null where the place does not matter. No values: no learner. */
      readonly place: PlaceBound | null;
      readonly selfId: string | null;
    }
  | { readonly sees: 'self'; readonly selfId: string | null };

/**
 * Decides which users an actor sees: super administrators all; administrators learners in their
 * scope and themselves.
 */
export function buildScopeCondition(actor: Actor): ScopeCondition {
  const { userId: selfId, userType, adminScope } = actor;
  if (userType === 'SUPER_ADMIN') return { sees: 'everybody' };
  if (userType !== 'ADMIN' || !adminScope) return { sees: 'self', selfId };
  if (adminScope.level === 'global') return { sees: 'learners', place: null, selfId };
  return {
    sees: 'learners',
    place: { field: adminScope.level, values: adminScope.values },
    selfId,
  };
}

/** A scope that is bound to places of one kind. */
export interface PlaceBound {
  readonly field: PlaceField;
  readonly values: readonly string[];
}

/**
 * Returns the places to which an actor's scope is bound; null for an actor who may see every place.
 */
export function findScopePlaces(actor: Actor): PlaceBound | null {
  const condition = buildScopeCondition(actor);
  if (condition.sees === 'everybody') return null;
  return condition.sees === 'learners' ? condition.place : { field: 'district', values: [] };
}

/** Tells whether the actor may see this user. */
export function isInScope(actor: Actor, subject: Subject): boolean {
  const condition = buildScopeCondition(actor);
  if (condition.sees === 'everybody') return !isThrowawayId(subject.id);
  if (condition.selfId === subject.id) return true;
  // Throwaway accounts and others never see each other.
  if (isThrowawayId(condition.selfId ?? '') !== isThrowawayId(subject.id)) return false;
  if (condition.sees === 'self' || subject.userType !== 'LEARNER') return false;
  const { place } = condition;
  if (!place) return true;
  const where = subject[place.field];
  return where !== null && place.values.includes(where);
}

/**
 * Tells whether the actor may change this user. Administrators manage the learners in their scope;
 * only a super administrator manages administrators. Administrators see their own account, but may
 * not manage it.
 */
export function mayManage(actor: Actor, subject: Subject): boolean {
  if (actor.userType === 'SUPER_ADMIN') return isInScope(actor, subject);
  return subject.userType === 'LEARNER' && subject.id !== actor.userId && isInScope(actor, subject);
}

/** Tells whether the role may create users of the other role at all, in any place. */
export function mayMake(actor: UserType, subject: UserType): boolean {
  return actor === 'SUPER_ADMIN' || (actor === 'ADMIN' && subject === 'LEARNER');
}
