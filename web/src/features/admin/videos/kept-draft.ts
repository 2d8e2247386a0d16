import * as z from 'zod/mini';
import type { KeptValues } from '../../../shared/storage/browser-storage.ts';
import type { FormState } from './video-draft.ts';

/** A draft of yesterday is no longer what one is about to write. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const texts = z.array(z.string());
const draftSchema = z.object({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  difficulty: z.string(),
  type: z.string(),
  language: z.string(),
  tags: texts,
  published: z.boolean(),
  publishAt: z.string(),
  unpublishAt: z.string(),
  everyone: z.boolean(),
  kendraTypes: texts,
  countries: texts,
  districts: texts,
  groupIds: texts,
  chapters: z.string(),
});
const keptSchema = z.object({
  savedAtMs: z.number(),
  updatedAt: z.string(),
  base: draftSchema,
  draft: draftSchema,
});

/** What was typed and not saved, with what it began from. */
export interface KeptDraft extends FormState {
  readonly savedAtMs: number;
}

/** Whose draft of which video: nobody else finds it who signs in here. */
export interface DraftOwner {
  readonly userId: string;
  readonly videoId: string;
}

/**
 * Keeps what was typed for as long as this tab lives, so that an administrator whose session ends
 * in the middle finds it after the next sign-in.
 */
export function keepDraft(storage: KeptValues, owner: DraftOwner, kept: KeptDraft): void {
  storage.setItem(keyOf(owner), JSON.stringify(kept));
}

/** Finds what was kept; null when there is nothing, or it is too old or not readable. */
export function findKeptDraft(
  storage: KeptValues,
  owner: DraftOwner,
  nowMs: number,
): KeptDraft | null {
  const text = storage.getItem(keyOf(owner));
  if (text === null) return null;
  try {
    const kept = z.parse(keptSchema, JSON.parse(text));
    return nowMs - kept.savedAtMs < KEPT_MS ? kept : null;
  } catch {
    return null;
  }
}

export function dropKeptDraft(storage: KeptValues, owner: DraftOwner): void {
  storage.removeItem(keyOf(owner));
}

function keyOf({ userId, videoId }: DraftOwner): string {
  return `prahari.draft.${userId}.${videoId}`;
}
