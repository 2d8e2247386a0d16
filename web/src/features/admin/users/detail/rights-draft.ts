import type { AdminScope, Permission } from '@prahari/contract';

export const scopeLevels = ['global', 'country', 'district', 'kendraType'] as const;
export type ScopeLevel = (typeof scopeLevels)[number];

/** The contents of the form for permissions; the values of a scope one a line. */
export interface RightsDraft {
  readonly permissions: readonly Permission[];
  readonly level: ScopeLevel;
  readonly values: string;
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
    values: scope && scope.level !== 'global' ? scope.values.join('\n') : '',
  };
}

/**
 * Returns the scope of a draft; null when it names a level and nothing in it, which would cover no
 * user.
 */
export function readScope({ level, values }: RightsDraft): AdminScope | null {
  if (level === 'global') return { level };
  const named = values.split('\n').map((line) => line.trim());
  const distinct = [...new Set(named.filter((line) => line !== ''))];
  return distinct.length === 0 ? null : { level, values: distinct };
}
