import type { Audience, BodyOf, endpoints } from '@prahari/contract';
import { type Facts, findChangedFields } from '../../../platform/audit-log/changed-fields.ts';
import { findScopePlaces } from '../../users/index.ts';
import type { CallerRights } from '../ports.ts';
import type { VideoChange } from '../videos.repository.ts';
import type { VideoRow } from '../videos.tables.ts';
import { placeColumns } from '../visibility/video-visibility.policy.ts';

type Fields = BodyOf<typeof endpoints.videos.update>;

/**
 * Returns the columns that an edit sets; fields that it leaves out stay. The publication switch is
 * separate.
 */
export function toColumns(edit: Fields): VideoChange {
  const { title, description, category, difficulty, type, language, tags, audience, chapters } =
    edit;
  const { publishAt, unpublishAt } = edit;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(category === undefined ? {} : { category }),
    ...(difficulty === undefined ? {} : { difficulty }),
    ...(type === undefined ? {} : { type }),
    ...(language === undefined ? {} : { language }),
    ...(tags === undefined ? {} : { tags: distinct(tags) }),
    ...(chapters === undefined ? {} : { chapters: JSON.stringify(chapters) }),
    ...(publishAt === undefined ? {} : { publish_at: parseInstant(publishAt) }),
    ...(unpublishAt === undefined ? {} : { unpublish_at: parseInstant(unpublishAt) }),
    ...(audience === undefined ? {} : toAudienceColumns(audience)),
  };
}

/** Writes an audience as the columns of a video. */
export function toAudienceColumns(audience: Audience) {
  return {
    for_everyone: audience.everyone,
    kendra_types: distinct(audience.kendraTypes),
    countries: distinct(audience.countries),
    districts: distinct(audience.districts),
    group_ids: distinct(audience.groupIds),
  };
}

/**
 * Returns the audience of a new video while nothing is said: everyone, or the places of its
 * creator's scope.
 */
export function toDefaultAudience(creator: CallerRights): VideoChange {
  const places = findScopePlaces(creator);
  if (places === null) return {};
  return { for_everyone: false, [placeColumns[places.field]]: distinct(places.values) };
}

/** Returns what the edit would make of the schedule. */
export function mergeSchedule(
  row: VideoRow,
  change: VideoChange,
): Pick<VideoRow, 'publish_at' | 'unpublish_at' | 'duration_seconds' | 'created_by'> {
  const { publish_at = row.publish_at, unpublish_at = row.unpublish_at } = change;
  const { duration_seconds, created_by } = row;
  return { publish_at, unpublish_at, duration_seconds, created_by };
}

/** Returns what the audit log keeps of a video. */
export function toAuditFacts(row: VideoRow): Facts {
  return {
    title: row.title,
    description: row.description,
    category: row.category,
    difficulty: row.difficulty,
    type: row.type,
    language: row.language,
    tags: row.tags,
    chapters: row.chapters,
    published: row.published,
    publishWhenReady: row.publish_when_ready,
    publishAt: row.publish_at?.toISOString() ?? null,
    unpublishAt: row.unpublish_at?.toISOString() ?? null,
    everyone: row.for_everyone,
    kendraTypes: row.kendra_types,
    countries: row.countries,
    districts: row.districts,
    groupIds: row.group_ids,
  };
}

/** Lists the fields that an edit really changed. */
export function listChangedFields(before: VideoRow, after: VideoRow): string[] {
  return Object.keys(findChangedFields(toAuditFacts(before), toAuditFacts(after)).after);
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function parseInstant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
