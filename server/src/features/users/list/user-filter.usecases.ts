import type { Db } from '../../../platform/db/database.ts';
import type { PlaceField, ScopeCondition } from '../users.policy.ts';
import { createRenewedCache } from './renewed-cache.adapter.ts';
import { findPlacesWith, type PlaceMatch, type UserFilter } from './user-filter.repository.ts';
import { readSearchTerm } from './user-list.rules.ts';

/** The filters of a caller. Places match by a part of their name; an empty one filters nothing. */
export interface UserFilterQuery extends Omit<UserFilter, 'scope' | PlaceField> {
  readonly kendraType?: string | undefined;
  readonly country?: string | undefined;
  readonly district?: string | undefined;
}

/** Turns what a caller asks for into conditions that indexes serve. */
export type PlanUserFilter = (scope: ScopeCondition, query: UserFilterQuery) => Promise<UserFilter>;

/** Names of places, in all filters together. */
const placesKept = 100_000;

/** Remembers for a moment which places contain a text. */
export function createUserFilters({ db }: { readonly db: Db }): PlanUserFilter {
  const places = createRenewedCache({
    // The cache keeps them for a multiple of what finding them took: some hundredths of a second.
    freshMs: 0,
    usefulMs: 0,
    maxSize: placesKept,
    sizeOf: (match: PlaceMatch) => ('oneOf' in match ? match.oneOf.length + 1 : 1),
    make: ({ field, part }: { readonly field: PlaceField; readonly part: string }) =>
      findPlacesWith(db, field, part),
  });

  const findPlaces = async (field: PlaceField, part: string | undefined) =>
    part ? places.get({ field, part }) : undefined;

  return async function planUserFilter(scope, query) {
    const { search, kendraType, country, district, ...rest } = query;
    return {
      ...rest,
      scope,
      search: readSearchTerm(search),
      kendraType: await findPlaces('kendraType', kendraType),
      country: await findPlaces('country', country),
      district: await findPlaces('district', district),
    };
  };
}
