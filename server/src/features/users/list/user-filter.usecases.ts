import type { Db } from '../../../platform/db/database.ts';
import type { PlaceField, ScopeCondition } from '../users.policy.ts';
import { createRenewedCache } from './renewed-cache.adapter.ts';
import { type PlaceMatch, placesWith, type UserFilter } from './user-filter.repository.ts';
import { searchTerm } from './user-list.rules.ts';

/** Which users somebody asks for; of places a part, which filters nothing where it is empty. */
export interface AskedUsers extends Omit<UserFilter, 'scope' | PlaceField> {
  readonly kendraType?: string | undefined;
  readonly country?: string | undefined;
  readonly district?: string | undefined;
}

/** Names of places, in all filters together. */
const placesKept = 100_000;

/** Turns what is asked for into conditions that indexes serve. */
export function createUserFilters({ db }: { readonly db: Db }) {
  const places = createRenewedCache({
    // Only as long as the cache says for itself: some hundredths of a second.
    freshMs: 0,
    usefulMs: 0,
    maxSize: placesKept,
    sizeOf: (match: PlaceMatch) => ('oneOf' in match ? match.oneOf.length + 1 : 1),
    make: ({ field, part }: { readonly field: PlaceField; readonly part: string }) =>
      placesWith(db, field, part),
  });
  const placeOf = async (field: PlaceField, part: string | undefined) =>
    part ? places.get({ field, part }) : undefined;

  return async function filterOf(scope: ScopeCondition, asked: AskedUsers): Promise<UserFilter> {
    const { search, kendraType, country, district, ...rest } = asked;
    return {
      ...rest,
      scope,
      search: searchTerm(search),
      kendraType: await placeOf('kendraType', kendraType),
      country: await placeOf('country', country),
      district: await placeOf('district', district),
    };
  };
}

export type UserFilters = ReturnType<typeof createUserFilters>;
