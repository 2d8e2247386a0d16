/** What is needed of a media element to notice a jump. */
type Jumping = Pick<
  HTMLMediaElement,
  'currentTime' | 'seeking' | 'addEventListener' | 'removeEventListener'
>;

/**
 * Remembers where a jump began: when a media element says that it seeks, it stands at the new place
 * already, and what was played before would count for nothing.
 */
export function followJumps(media: Jumping) {
  let place = media.currentTime;
  let from: number | null = null;
  const onMove = () => {
    if (!media.seeking) place = media.currentTime;
  };
  // Of several in a row, as when the learner drags, the first one began it.
  const onJump = () => {
    from ??= place;
  };
  const moves = ['timeupdate', 'play', 'pause'] as const;
  for (const move of moves) media.addEventListener(move, onMove);
  media.addEventListener('seeking', onJump);
  return {
    /** What to say of the jump that is over, in seconds. */
    end(): { from: string } | undefined {
      const began = from;
      from = null;
      place = media.currentTime;
      return began === null ? undefined : { from: began.toFixed(1) };
    },
    stop() {
      for (const move of moves) media.removeEventListener(move, onMove);
      media.removeEventListener('seeking', onJump);
    },
  };
}
