/** The parts of a media element that tell a stall. */
type Stalling = Pick<
  HTMLMediaElement,
  | 'paused'
  | 'ended'
  | 'seeking'
  | 'readyState'
  | 'playbackRate'
  | 'addEventListener'
  | 'removeEventListener'
>;

/** HTMLMediaElement.HAVE_FUTURE_DATA */
const haveFutureData = 3;
const events = ['timeupdate', 'waiting', 'playing', 'ratechange'] as const;
const ends = ['pause', 'seeking', 'ended', 'emptied'] as const;

/**
 * Follows how long playback stood still to load, after pictures had moved: the first wait is the
 * start, and one that follows a jump was asked for.
 * @param onOver told of each stall when it is over, in milliseconds
 */
export function followStalls(
  media: Stalling,
  onOver: (stallMs: number) => void,
  now: () => number = () => performance.now(),
) {
  let isMoving = false;
  let beganMs: number | null = null;
  // The player holds the picture with a rate of 0, before the last of its buffer and until that is
  // filled again: mostly the browser itself has nothing to wait for.
  const stands = () =>
    !media.paused &&
    !media.ended &&
    !media.seeking &&
    (media.readyState < haveFutureData || media.playbackRate === 0);
  function end() {
    if (beganMs === null) return;
    const stallMs = Math.round(now() - beganMs);
    beganMs = null;
    onOver(stallMs);
  }
  function look({ type }: Event) {
    if (!stands()) {
      end();
      isMoving ||= type === 'timeupdate' && !media.paused && !media.seeking;
    } else if (isMoving) beganMs ??= now();
  }
  function onEnd({ type }: Event) {
    end();
    if (type !== 'pause') isMoving = false;
  }
  for (const event of events) media.addEventListener(event, look);
  for (const event of ends) media.addEventListener(event, onEnd);
  return {
    /** Ends the stall that goes on, as when the page goes. */
    end,
    stop() {
      end();
      for (const event of events) media.removeEventListener(event, look);
      for (const event of ends) media.removeEventListener(event, onEnd);
    },
  };
}
