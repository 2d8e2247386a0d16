import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { useSession } from '../api/api-context.ts';
import { tabStorage } from '../storage/browser-storage.ts';
import { dropKeptDraft, findKeptDraft, keepDraft } from './kept-draft.ts';

/** What this user typed before the session ended or the page was loaded again. */
export function useKeptDraft<Draft>(subject: string, schema: z.ZodMiniType<Draft>) {
  const { context } = useSession();
  const userId = context?.user.id;
  const [kept] = useState(() =>
    userId === undefined
      ? null
      : findKeptDraft(tabStorage, { userId, subject }, schema, Date.now()),
  );
  const [isRestored, setRestored] = useState(kept !== null);
  return {
    found: kept?.draft ?? null,
    /** When what was found was typed; null once it was saved or discarded. */
    restoredAtMs: isRestored ? (kept?.savedAtMs ?? null) : null,
    settle: () => setRestored(false),
    forget() {
      if (userId !== undefined) dropKeptDraft(tabStorage, { userId, subject });
    },
  };
}

/** Keeps a draft for as long as it is not saved; null says that there is none. */
export function useKeeping(subject: string, draft: object | null): void {
  const { context } = useSession();
  const userId = context?.user.id;
  const text = draft === null ? null : JSON.stringify(draft);
  useEffect(() => {
    if (userId === undefined) return;
    if (text === null) dropKeptDraft(tabStorage, { userId, subject });
    else keepDraft(tabStorage, { userId, subject }, text, Date.now());
  }, [userId, subject, text]);
}
