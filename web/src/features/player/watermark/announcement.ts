/** How long the large mark is shown. */
const shownMs = 3000;

export interface Announcement {
  /** @returns whether the large mark is to be shown now */
  play(atMs: number): boolean;
  /** @returns whether it has been shown for long enough, once */
  isDone(atMs: number): boolean;
  end(): void;
}

/**
 * Decides when the large mark is shown: each time that a video starts, and not when it goes on after
 * a pause.
 */
export function createAnnouncement(): Announcement {
  let isStarted = false;
  let shownAtMs: number | null = null;
  return {
    play(atMs) {
      if (isStarted) return false;
      isStarted = true;
      shownAtMs = atMs;
      return true;
    },
    isDone(atMs) {
      if (shownAtMs === null || atMs - shownAtMs < shownMs) return false;
      shownAtMs = null;
      return true;
    },
    end() {
      isStarted = false;
    },
  };
}
