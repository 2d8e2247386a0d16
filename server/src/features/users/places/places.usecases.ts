import type { Audience, Places } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { UsersDeps } from '../users.deps.ts';
import {
  type Actor,
  buildScopeCondition,
  findScopePlaces,
  type PlaceField,
} from '../users.policy.ts';
import {
  type AudienceCount,
  countAudience,
  listFirstOfAudience,
  listLearnerPlaces,
} from './places.repository.ts';

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

/** Few enough to read at a glance. */
const firstShown = 8;

/**
 * Counts the learners of the actor's scope that an audience includes, and names the first of them
 * to those who may read users.
 */
export async function countLearnersOf(
  { db }: Pick<UsersDeps, 'db'>,
  actor: Actor & Pick<SessionCaller, 'permissions'>,
  audience: Audience,
): Promise<AudienceCount> {
  if (buildScopeCondition(actor).sees === 'self') return { learners: 0, first: [] };
  const bound = findScopePlaces(actor);
  const learners = await countAudience(db, audience, bound);
  const mayRead = actor.permissions.includes('users.read');
  if (!mayRead || learners === 0) return { learners, first: [] };
  return {
    learners,
    first: await listFirstOfAudience(db, audience, { bound, atMost: firstShown }),
  };
}
