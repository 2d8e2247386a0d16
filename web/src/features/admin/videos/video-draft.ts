import type { ManagedVideo } from '@prahari/contract';
import { videoDifficulties, videoTypes } from '@prahari/contract';
import { formatChapter, parseChapters } from './chapter-rows.ts';
import type { VideoEdit } from './use-videos.ts';

/** The contents of the form while a video is edited: lists as text, one value a line. */
export interface VideoDraft {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly difficulty: string;
  readonly type: string;
  readonly language: string;
  readonly tags: string;
  readonly published: boolean;
  /** In the format of `datetime-local`, in the editor's time zone; empty for none. */
  readonly publishAt: string;
  readonly unpublishAt: string;
  readonly everyone: boolean;
  readonly kendraTypes: string;
  readonly countries: string;
  readonly districts: string;
  readonly groupIds: readonly string[];
  /** `mm:ss Title`, one a line. */
  readonly chapters: string;
}

export function createDraft(video: ManagedVideo): VideoDraft {
  const { audience } = video;
  return {
    title: video.title,
    description: video.description,
    category: video.category ?? '',
    difficulty: video.difficulty ?? '',
    type: video.type ?? '',
    language: video.language ?? '',
    tags: video.tags.join('\n'),
    published: video.release !== 'draft',
    publishAt: formatLocal(video.publishAt),
    unpublishAt: formatLocal(video.unpublishAt),
    everyone: audience.everyone,
    kendraTypes: audience.kendraTypes.join('\n'),
    countries: audience.countries.join('\n'),
    districts: audience.districts.join('\n'),
    groupIds: audience.groupIds,
    chapters: video.chapters.map(formatChapter).join('\n'),
  };
}

/** The edit that a draft means; null where a line of chapters can't be read. */
export function buildEdit(draft: VideoDraft, updatedAt: string): VideoEdit | null {
  const chapters = parseChapters(draft.chapters);
  if (!chapters) return null;
  return {
    updatedAt,
    title: draft.title,
    description: draft.description,
    category: draft.category.trim() === '' ? null : draft.category,
    difficulty: videoDifficulties.find((known) => known === draft.difficulty) ?? null,
    type: videoTypes.find((known) => known === draft.type) ?? null,
    language: draft.language === '' ? null : draft.language,
    tags: splitLines(draft.tags),
    published: draft.published,
    publishAt: parseLocal(draft.publishAt),
    unpublishAt: parseLocal(draft.unpublishAt),
    audience: {
      everyone: draft.everyone,
      kendraTypes: splitLines(draft.kendraTypes),
      countries: splitLines(draft.countries),
      districts: splitLines(draft.districts),
      groupIds: [...draft.groupIds],
    },
    chapters,
  };
}

interface ConflictingField {
  readonly field: keyof VideoDraft;
  readonly before: string;
  readonly now: string;
  readonly mine: string;
}

/**
 * Finds fields that another administrator changed since `base` was opened, or that the draft
 * changes.
 */
export function findConflicts(
  base: ManagedVideo,
  current: ManagedVideo,
  draft: VideoDraft,
): readonly ConflictingField[] {
  const [before, now] = [createDraft(base), createDraft(current)];
  return draftFields
    .map((field) => ({
      field,
      before: formatField(before[field]),
      now: formatField(now[field]),
      mine: formatField(draft[field]),
    }))
    .filter((row) => row.now !== row.before || row.mine !== row.before);
}

const draftFields = [
  'title',
  'description',
  'category',
  'difficulty',
  'type',
  'language',
  'tags',
  'chapters',
  'published',
  'publishAt',
  'unpublishAt',
  'everyone',
  'kendraTypes',
  'countries',
  'districts',
  'groupIds',
] as const satisfies readonly (keyof VideoDraft)[];

function formatField(value: VideoDraft[keyof VideoDraft]): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return value ? '✓' : '';
  return [...value].sort().join(', ');
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function formatLocal(instant: string | null): string {
  if (instant === null) return '';
  const time = new Date(instant);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function parseLocal(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}
