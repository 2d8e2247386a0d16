import type { ManagedVideo } from '@prahari/contract';
import { useEffect, useState } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { tabStorage } from '../../../shared/storage/browser-storage.ts';
import { dropKeptDraft, findKeptDraft, keepDraft } from './kept-draft.ts';
import { useEditVideo } from './use-videos.ts';
import { readPresentVideo } from './VideoConflict.tsx';
import {
  buildEdit,
  createDraft,
  type FormState,
  isSameDraft,
  rebase,
  type VideoDraft,
} from './video-draft.ts';

/**
 * The form of a video over all its tabs: what was opened, what was typed, and how it is saved. What
 * is not saved is kept for the next sign-in.
 */
export function useVideoForm(video: ManagedVideo, onSaved: (saved: ManagedVideo) => void) {
  const { userId = '' } = useRights();
  const videoId = video.id;
  const [kept] = useState(() => findKeptDraft(tabStorage, { userId, videoId }, Date.now()));
  const [state, setState] = useState<FormState>(() => kept ?? open(video));
  const [isRestored, setRestored] = useState(kept !== null);
  const [isAsked, setAsked] = useState(false);
  const followed = rebase(state, { updatedAt: video.updatedAt, base: createDraft(video) });
  if (followed !== state) setState(followed);
  const { updatedAt, base, draft } = followed;
  const isChanged = !isSameDraft(base, draft);

  const edit = useEditVideo(videoId, (saved) => {
    setState(open(saved));
    setAsked(false);
    setRestored(false);
    onSaved(saved);
  });
  const present = readPresentVideo(edit.error);

  useEffect(() => {
    const owner = { userId, videoId };
    if (isChanged) keepDraft(tabStorage, owner, { savedAtMs: Date.now(), updatedAt, base, draft });
    else dropKeptDraft(tabStorage, owner);
  }, [userId, videoId, isChanged, updatedAt, base, draft]);

  function send(after: string): void {
    setAsked(true);
    const body = buildEdit(draft, after);
    if (body && draft.title.trim() !== '') edit.mutate(body);
  }

  function discard(): void {
    setState({ updatedAt, base, draft: base });
    setAsked(false);
    setRestored(false);
    edit.reset();
  }

  return {
    base,
    draft,
    isChanged,
    /** What is shown was typed before the last sign-in. */
    restoredAtMs: isRestored && isChanged ? (kept?.savedAtMs ?? null) : null,
    /** Saving was tried: missing fields are marked. */
    isAsked,
    isSaving: edit.isPending,
    /** Why the last try failed, unless somebody else saved first. */
    error: present ? null : edit.error,
    /** What somebody else saved meanwhile; null when nobody did. */
    present,
    change: (part: Partial<VideoDraft>) =>
      setState((before) => ({ ...before, draft: { ...before.draft, ...part } })),
    save: () => send(updatedAt),
    saveOver: (after: ManagedVideo) => send(after.updatedAt),
    takeOver(theirs: ManagedVideo) {
      setState(open(theirs));
      setRestored(false);
      edit.reset();
    },
    discard,
    forget: () => dropKeptDraft(tabStorage, { userId, videoId }),
  };
}

export type VideoFormState = ReturnType<typeof useVideoForm>;

function open(video: ManagedVideo): FormState {
  const base = createDraft(video);
  return { updatedAt: video.updatedAt, base, draft: base };
}
