import { endpoints, type SystemConfigView } from '@prahari/contract';
import * as z from 'zod/mini';
import { createForgivingStorage } from '../../../shared/storage/browser-storage.ts';
import type { ConfigDraft } from './config-draft.ts';
import { ALL_FIELDS } from './config-fields.ts';

/** What an administrator typed, and the configuration that it was typed over. */
export interface KeptDraft {
  readonly base: SystemConfigView;
  readonly draft: ConfigDraft;
}

const STORAGE_KEY = 'prahari.config-draft';
/** Of this tab, so that it survives a sign-in and a reload, and no other user finds it. */
const tabStorage = createForgivingStorage(() => sessionStorage);

const keptSchema = z.object({
  userId: z.string(),
  base: endpoints.system.config.data,
  draft: z.record(z.string(), z.union([z.string(), z.boolean()])),
});

/** Reads what this user left; null where there is nothing, or it is of another version of the page. */
export function readKeptDraft(userId: string | undefined, storage = tabStorage): KeptDraft | null {
  try {
    const kept = z.parse(keptSchema, JSON.parse(storage.getItem(STORAGE_KEY) ?? ''));
    const isWhole = ALL_FIELDS.every(({ path }) => kept.draft[path] !== undefined);
    return isWhole && kept.userId === userId ? { base: kept.base, draft: kept.draft } : null;
  } catch {
    return null;
  }
}

export function keepDraft(userId: string, kept: KeptDraft, storage = tabStorage): void {
  storage.setItem(STORAGE_KEY, JSON.stringify({ userId, ...kept }));
}

export function forgetDraft(storage = tabStorage): void {
  storage.removeItem(STORAGE_KEY);
}
