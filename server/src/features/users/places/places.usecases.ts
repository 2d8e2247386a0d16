import type { Audience, Places } from '@prahari/contract';
import type { UsersDeps } from '../users.deps.ts';
import {
  type Actor,
  buildScopeCondition,
  findScopePlaces,
  type PlaceField,
} from '../users.policy.ts';
import { countAudience, listLearnerPlaces } from './places.repository.ts';

/** India has about 800 districts; lists beyond this are completed by typing. */
const mostPlaces = 5000;

/**
 * Lists the places to choose from: those of learners in the actor's scope, and those of the scope
 * itself, even without learners.
 */
export async function listPlaces({ db }: Pick<UsersDeps, 'db'>, actor: Actor): Promise<Places> {
  const bound = findScopePlaces(actor);
  const list = async (field: PlaceField) =>
    bound?.field === field
      ? [...new Set(bound.values)].sort()
      : listLearnerPlaces(db, field, bound, mostPlaces);
  const [kendraTypes, countries, districts] = [
    await list('kendraType'),
    await list('country'),
    await list('district'),
  ];
  return { kendraTypes, countries, districts };
}

/** Counts the learners of the actor's scope that an audience includes. */
export async function countLearnersOf(
  { db }: Pick<UsersDeps, 'db'>,
  actor: Actor,
  audience: Audience,
): Promise<number> {
  if (buildScopeCondition(actor).sees === 'self') return 0;
  return countAudience(db, audience, findScopePlaces(actor));
}
