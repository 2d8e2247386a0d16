import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FullscreenEvent } from '../fullscreen/fullscreen-rule.ts';
import { isLeaveKey } from '../fullscreen/leave-key.ts';
import type { NoteDraft } from './NoteComposer.tsx';

/**
 * The video pauses while a note is written, and then continues as before. A key that leaves, where
 * the browser hands it on, puts the note away: its words come back with the next one.
 */
export function useNoteDraft(
  video: RefObject<HTMLVideoElement>,
  send: (event: FullscreenEvent) => void,
) {
  const [draft, setDraft] = useState<NoteDraft | null>(null);
  const hadPlayed = useRef(false);
  const putAway = useRef<NoteDraft | null>(null);

  function close() {
    setDraft(null);
    if (hadPlayed.current) send('play-asked');
  }

  const leave = useEffectEvent(() => {
    if (draft?.text.trim()) putAway.current = draft;
    close();
  });
  // Browsers themselves leave fullscreen by Escape: without words there is nothing to come back to.
  const forgetEmpty = useEffectEvent(() => {
    if (draft?.text.trim() === '') setDraft(null);
  });
  const isWriting = draft !== null;
  useEffect(() => {
    if (!isWriting) return;
    function onKeyDown(event: KeyboardEvent) {
      // Outside fullscreen the note is out of sight; over it a menu may be open.
      if (document.fullscreenElement === null || !isLeaveKey(event)) return;
      if (document.querySelector('[role="menu"]') !== null) return;
      // Fullscreen stays, as with a menu that Escape closed.
      event.preventDefault();
      leave();
    }
    function onFullscreen() {
      if (document.fullscreenElement === null) forgetEmpty();
    }
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('fullscreenchange', onFullscreen);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('fullscreenchange', onFullscreen);
    };
  }, [isWriting]);

  return {
    draft,
    setDraft,
    open() {
      if (draft !== null) return;
      hadPlayed.current = !video.current.paused;
      send('pause-asked');
      setDraft(putAway.current ?? { positionSeconds: video.current.currentTime, text: '' });
      putAway.current = null;
    },
    close,
  };
}
