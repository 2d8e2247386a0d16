import { isPublishedNow } from './publication.rules.ts';
import type { VisibilityColumns } from './video-visibility.policy.ts';

const places = ['kendra_types', 'countries', 'districts', 'group_ids'] as const;

/**
 * Tells whether a change may take a video away from a user who may watch it now: older signed URLs
 * must then stop working. Users who may still watch request a new one, so a wrong yes does little
 * harm.
 */
export function isNarrowed(
  before: VisibilityColumns,
  after: VisibilityColumns,
  now: Date,
): boolean {
  if (before.deleted_at === null && after.deleted_at !== null) return true;
  // A draft may have left the scope of administrators.
  if (!isPublishedNow(before, now)) return !isForTheSame(before, after);
  return !isPublishedNow(after, now) || endsSooner(before, after) || isForFewer(before, after);
}

function endsSooner(
  { unpublish_at: before }: VisibilityColumns,
  { unpublish_at: after }: VisibilityColumns,
): boolean {
  return after !== null && (before === null || after < before);
}

function isForFewer(before: VisibilityColumns, after: VisibilityColumns): boolean {
  return !after.for_everyone && !isForTheSame(before, after);
}

function isForTheSame(before: VisibilityColumns, after: VisibilityColumns): boolean {
  if (before.for_everyone !== after.for_everyone) return false;
  return places.every((name) => isSame(before[name], after[name]));
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((value) => after.includes(value));
}
