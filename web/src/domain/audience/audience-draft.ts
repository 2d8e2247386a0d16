import type { Audience } from '@prahari/contract';

/** The audience of a video while it is chosen. */
export interface AudienceDraft {
  readonly everyone: boolean;
  readonly kendraTypes: readonly string[];
  readonly countries: readonly string[];
  readonly districts: readonly string[];
  readonly groupIds: readonly string[];
}

export const placeKinds = ['districts', 'kendraTypes', 'countries'] as const;

/** An audience that is still empty. */
export const nobodyYet: AudienceDraft = {
  everyone: false,
  kendraTypes: [],
  countries: [],
  districts: [],
  groupIds: [],
};

/** The audience as the calls take it. */
export function buildAudience(draft: AudienceDraft): Audience {
  return {
    everyone: draft.everyone,
    kendraTypes: [...draft.kendraTypes],
    countries: [...draft.countries],
    districts: [...draft.districts],
    groupIds: [...draft.groupIds],
  };
}

/**
 * Tells whether neither everyone nor any place or group is chosen: then no learner sees the video.
 */
export function isForNobody(draft: AudienceDraft): boolean {
  const { everyone, kendraTypes, countries, districts, groupIds } = draft;
  return (
    !everyone && [kendraTypes, countries, districts, groupIds].every(({ length }) => length === 0)
  );
}
