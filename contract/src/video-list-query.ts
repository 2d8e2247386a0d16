import * as z from 'zod/mini';
import { languageTagSchema, noNul, pageQuery } from './fields.ts';
import { videoDifficulties, videoTypes } from './video.ts';

export const videoSortKeys = [
  'createdAt',
  'updatedAt',
  'title',
  'durationSeconds',
  'category',
  'difficulty',
] as const;

const word = z.optional(z.string().check(z.trim(), z.maxLength(80), noNul));
const yesOrNo = z.optional(z.enum(['true', 'false']));

/** Specification, section 3: video list filters. */
export const videoListQuery = z.object({
  ...pageQuery,
  /** Whether it is published now; learners see no others anyway. */
  published: yesOrNo,
  /** A choice, as a tag is: one that `metadata/categories` names, and no other that has it in its name. */
  category: word,
  tag: word,
  difficulty: z.optional(z.enum(videoDifficulties)),
  type: z.optional(z.enum(videoTypes)),
  /** The spoken language, not that of its captions. */
  language: z.optional(languageTagSchema),
  /** Only videos that this user started and did not finish, the latest first. */
  started: yesOrNo,
  sortBy: z._default(z.enum(videoSortKeys), 'createdAt'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'desc'),
});
