import type { ManagedVideo } from '@prahari/contract';
import { useState } from 'react';
import { useKeeping, useKeptDraft } from '../../../shared/drafts/use-kept-draft.ts';
import { useEditVideo } from './use-videos.ts';
import { readPresentVideo } from './VideoConflict.tsx';
import {
  buildEdit,
  countChanges,
  createDraft,
  type FormState,
  formSchema,
  rebase,
  type VideoDraft,
} from './video-draft.ts';

/**
 * The form of a video over all its tabs: what was opened, what was typed, and how it is saved. What
 * is not saved is kept for the next sign-in.
 */
export function useVideoForm(video: ManagedVideo, onSaved: (saved: ManagedVideo) => void) {
  const subject = `video.${video.id}`;
  const kept = useKeptDraft(subject, formSchema);
  const [state, setState] = useState<FormState>(() => kept.found ?? open(video));
  const [isAsked, setAsked] = useState(false);
  const followed = rebase(state, { updatedAt: video.updatedAt, base: createDraft(video) });
  if (followed !== state) setState(followed);
  const { updatedAt, base, draft, publication } = followed;
  const changes = countChanges(base, draft);
  const isUnsaved = changes > 0 || publication !== null;
  useKeeping(subject, isUnsaved ? followed : null);

  const edit = useEditVideo(video.id, (saved) => {
    setState((before) => ({ ...open(saved), publication: before.publication }));
    setAsked(false);
    kept.settle();
    onSaved(saved);
  });
  const present = readPresentVideo(edit.error);

  function send(after: string): void {
    setAsked(true);
    const body = buildEdit(draft, after);
    if (body && draft.title.trim() !== '') edit.mutate(body);
  }

  function discard(): void {
    setState({ updatedAt, base, draft: base, publication });
    setAsked(false);
    kept.settle();
    edit.reset();
  }

  return {
    base,
    draft,
    /** How many fields differ from what was opened. */
    changes,
    /** When what is shown was typed, if that was before the last sign-in. */
    restoredAtMs: isUnsaved ? kept.restoredAtMs : null,
    /** Saving was tried: missing fields are marked. */
    isAsked,
    isSaving: edit.isPending,
    /** Why the last try failed, unless somebody else saved first. */
    error: present ? null : edit.error,
    /** What another administrator saved meanwhile, or null. */
    present,
    change: (part: Partial<VideoDraft>) =>
      setState((before) => ({ ...before, draft: { ...before.draft, ...part } })),
    save: () => send(updatedAt),
    saveOver: (after: ManagedVideo) => send(after.updatedAt),
    takeOver(theirs: ManagedVideo) {
      setState(open(theirs));
      kept.settle();
      edit.reset();
    },
    discard,
    /** What was typed of the publication, and is not set; null when there is nothing. */
    publication,
    settlePublication: () => setState((before) => ({ ...before, publication: null })),
    forget: kept.forget,
  };
}

export type VideoFormState = ReturnType<typeof useVideoForm>;

function open(video: ManagedVideo): FormState {
  const base = createDraft(video);
  return { updatedAt: video.updatedAt, base, draft: base, publication: null };
}
