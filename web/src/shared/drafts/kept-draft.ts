import * as z from 'zod/mini';
import type { KeptValues } from '../storage/browser-storage.ts';

/** A draft of yesterday is no longer what one is about to write. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const keptSchema = z.object({ savedAtMs: z.number(), text: z.string() });

/** The user of a draft and what it is of: other users who sign in here do not find it. */
export interface DraftOwner {
  readonly userId: string;
  readonly subject: string;
}

/** What was typed and not saved. */
export interface KeptDraft<Draft> {
  readonly savedAtMs: number;
  readonly draft: Draft;
}

/**
 * Keeps what was typed for as long as this tab lives, so that an administrator whose session ends
 * in the middle finds it after the next sign-in.
 * @param text the draft as JSON; one that is kept already keeps its time
 */
export function keepDraft(
  storage: KeptValues,
  owner: DraftOwner,
  text: string,
  nowMs: number,
): void {
  if (read(storage, owner)?.text === text) return;
  storage.setItem(keyOf(owner), JSON.stringify({ savedAtMs: nowMs, text }));
}

/** Finds what was kept; null when there is nothing, or it is too old or does not fit the schema. */
export function findKeptDraft<Draft>(
  storage: KeptValues,
  owner: DraftOwner,
  schema: z.ZodMiniType<Draft>,
  nowMs: number,
): KeptDraft<Draft> | null {
  const kept = read(storage, owner);
  if (!kept || nowMs - kept.savedAtMs >= KEPT_MS) return null;
  try {
    return { savedAtMs: kept.savedAtMs, draft: z.parse(schema, JSON.parse(kept.text)) };
  } catch {
    return null;
  }
}

export function dropKeptDraft(storage: KeptValues, owner: DraftOwner): void {
  storage.removeItem(keyOf(owner));
}

function read(storage: KeptValues, owner: DraftOwner): z.infer<typeof keptSchema> | null {
  try {
    return z.parse(keptSchema, JSON.parse(storage.getItem(keyOf(owner)) ?? ''));
  } catch {
    return null;
  }
}

function keyOf({ userId, subject }: DraftOwner): string {
  return `prahari.draft.${userId}.${subject}`;
}
