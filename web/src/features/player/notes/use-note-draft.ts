import { type RefObject, useRef, useState } from 'react';
import type { FullscreenEvent } from '../fullscreen/fullscreen-rule.ts';
import type { NoteDraft } from './NoteComposer.tsx';

/** The video pauses while a note is written, and then continues as before. */
export function useNoteDraft(
  video: RefObject<HTMLVideoElement>,
  send: (event: FullscreenEvent) => void,
) {
  const [draft, setDraft] = useState<NoteDraft | null>(null);
  const hadPlayed = useRef(false);
  return {
    draft,
    setDraft,
    open() {
      if (draft !== null) return;
      hadPlayed.current = !video.current.paused;
      send('pause-asked');
      setDraft({ positionSeconds: video.current.currentTime, text: '' });
    },
    close() {
      setDraft(null);
      if (hadPlayed.current) send('play-asked');
    },
  };
}
