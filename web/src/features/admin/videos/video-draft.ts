import type { ManagedVideo } from '@prahari/contract';
import { videoDifficulties, videoTypes } from '@prahari/contract';
import * as z from 'zod/mini';
import { type AudienceDraft, buildAudience } from '../../../domain/audience/audience-draft.ts';
import { formatChapter, parseChapters } from './chapter-rows.ts';
import type { VideoEdit } from './use-videos.ts';

/** The contents of the form while a video is edited; whether it is published is set apart. */
export interface VideoDraft extends AudienceDraft {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly difficulty: string;
  readonly type: string;
  readonly language: string;
  readonly tags: readonly string[];
  /** `mm:ss Title`, one a line. */
  readonly chapters: string;
}

/** What is edited: what was opened, and what it became. */
export interface FormState {
  /** Of what was opened: an edit of something else is refused. */
  readonly updatedAt: string;
  readonly base: VideoDraft;
  readonly draft: VideoDraft;
  /** Typed into an earlier version of the form, which held it too; null when there is nothing. */
  readonly publication: TypedPublication | null;
}

/** Whether and when learners were to see a video; dates as `2026-11-24T21:30`, empty for none. */
export type TypedPublication = z.infer<typeof publicationSchema>;

const texts = z.array(z.string());
const draftSchema = z.object({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  difficulty: z.string(),
  type: z.string(),
  language: z.string(),
  tags: texts,
  everyone: z.boolean(),
  kendraTypes: texts,
  countries: texts,
  districts: texts,
  groupIds: texts,
  chapters: z.string(),
});
const publicationSchema = z.object({
  published: z.boolean(),
  publishAt: z.string(),
  unpublishAt: z.string(),
});
const keptDraftSchema = z.extend(draftSchema, z.partial(publicationSchema).shape);

/** Of a form that was kept, maybe by an earlier version of it. */
export const formSchema = z.pipe(
  z.object({
    updatedAt: z.string(),
    base: keptDraftSchema,
    draft: keptDraftSchema,
    publication: z.optional(z.nullable(publicationSchema)),
  }),
  z.transform(
    ({ updatedAt, base, draft, publication }): FormState => ({
      updatedAt,
      base: z.parse(draftSchema, base),
      draft: z.parse(draftSchema, draft),
      publication: publication ?? findTypedPublication(base, draft),
    }),
  ),
);

/** Finds what an earlier version of the form kept of it, where it was changed there. */
function findTypedPublication(base: object, draft: object): TypedPublication | null {
  const before = publicationSchema.safeParse(base);
  const typed = publicationSchema.safeParse(draft);
  if (!before.success || !typed.success) return null;
  const { published, publishAt, unpublishAt } = typed.data;
  const isSame =
    published === before.data.published &&
    publishAt === before.data.publishAt &&
    unpublishAt === before.data.unpublishAt;
  return isSame ? null : typed.data;
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
    tags: video.tags,
    ...audience,
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
    tags: [...draft.tags],
    audience: buildAudience(draft),
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
 * Finds fields that another administrator changed since the form was opened, or that the draft
 * changes.
 */
export function findConflicts(
  before: VideoDraft,
  now: VideoDraft,
  draft: VideoDraft,
): readonly ConflictingField[] {
  return draftFields
    .map((field) => ({
      field,
      before: formatField(before[field]),
      now: formatField(now[field]),
      mine: formatField(draft[field]),
    }))
    .filter((row) => row.now !== row.before || row.mine !== row.before);
}

/** Counts the fields that differ; blanks at the ends and the order of a list say nothing. */
export function countChanges(one: VideoDraft, other: VideoDraft): number {
  const differs = (field: keyof VideoDraft) =>
    formatField(one[field]) !== formatField(other[field]);
  return draftFields.filter(differs).length;
}

/**
 * Follows what the server has by now, where that takes nothing away: all of it while nothing was
 * typed; its date alone where something else than the form was changed, such as the poster.
 * @returns the same state when there is nothing to follow
 */
export function rebase(state: FormState, now: Pick<FormState, 'updatedAt' | 'base'>): FormState {
  if (Date.parse(now.updatedAt) <= Date.parse(state.updatedAt)) return state;
  if (countChanges(state.base, state.draft) === 0) return { ...state, ...now, draft: now.base };
  const isElsewhere = countChanges(state.base, now.base) === 0;
  return isElsewhere ? { ...state, updatedAt: now.updatedAt } : state;
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
