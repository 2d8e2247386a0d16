/** The parts of a media element needed to notice a jump. */
type Jumping = Pick<
  HTMLMediaElement,
  'currentTime' | 'seeking' | 'addEventListener' | 'removeEventListener'
>;

/**
 * Remembers where a jump began: when a media element reports a seek, it is already at the new
 * position, and the time played before would be lost.
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
    /** The report about a finished jump, in seconds. */
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
