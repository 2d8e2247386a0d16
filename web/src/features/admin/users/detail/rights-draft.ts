import type { AdminScope, Permission } from '@prahari/contract';

export const scopeLevels = ['global', 'country', 'district', 'kendraType'] as const;
export type ScopeLevel = (typeof scopeLevels)[number];

/** The contents of the form for permissions. */
export interface RightsDraft {
  readonly permissions: readonly Permission[];
  readonly level: ScopeLevel;
  /** The places of the scope. */
  readonly values: readonly string[];
}

export function isScopeLevel(text: string): text is ScopeLevel {
  return scopeLevels.some((level) => level === text);
}

export function createRightsDraft(
  permissions: readonly Permission[],
  scope: AdminScope | null,
): RightsDraft {
  return {
    permissions,
    level: scope?.level ?? 'global',
    values: scope && scope.level !== 'global' ? scope.values : [],
  };
}

/**
 * Returns the scope of a draft; null when it names a level and nothing in it, which would cover no
 * user.
 */
export function readScope({ level, values }: RightsDraft): AdminScope | null {
  if (level === 'global') return { level };
  return values.length === 0 ? null : { level, values: [...values] };
}

/** Whether two drafts mean the same; the order of their lists says nothing. */
export function isSameRights(one: RightsDraft, other: RightsDraft): boolean {
  const write = ({ permissions, level, values }: RightsDraft) =>
    JSON.stringify([[...permissions].sort(), level, [...values].sort()]);
  return write(one) === write(other);
}
