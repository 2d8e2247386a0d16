/** Knows how long the learner has touched nothing. */
export interface IdleClock {
  /** The learner touched something. */
  note(): void;
  idleMs(): number;
}

export function createIdleClock(nowMs: () => number): IdleClock {
  let sinceMs = nowMs();
  return {
    note() {
      sinceMs = nowMs();
    },
    idleMs: () => nowMs() - sinceMs,
  };
}

/** Of this page: one lesson follows the other in it. */
export const learnerIdle = createIdleClock(() => performance.now());

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
let isWatching = false;
let place = '';

/** Begins to watch for touches, once a page; they are watched on other pages of the app too. */
export function watchTouches(): void {
  if (isWatching) return;
  isWatching = true;
  for (const touch of touches) {
    window.addEventListener(touch, noteTouch, { capture: true, passive: true });
  }
}

function noteTouch(event: Event): void {
  // A page that moves under a pointer that rests makes such events too.
  if (event instanceof MouseEvent && event.type === 'pointermove') {
    const now = `${event.screenX} ${event.screenY}`;
    if (now === place) return;
    place = now;
  }
  learnerIdle.note();
}
