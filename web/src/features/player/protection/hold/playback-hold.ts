/** Why playback may not go on at present. */
export type HoldReason = 'warning' | 'watermark' | 'terminated' | 'device';

export interface HoldPorts {
  readonly video: Pick<
    HTMLVideoElement,
    'paused' | 'pause' | 'addEventListener' | 'removeEventListener'
  >;
  /** Goes on with what a hold had stopped. */
  readonly resume: () => void;
}

export interface PlaybackHold {
  add(reason: HoldReason): void;
  /** Goes on when this was the last reason and the video had been playing before the first. */
  remove(reason: HoldReason): void;
  isHeld(): boolean;
  stop(): void;
}

/** Pauses while there is a reason, whoever asks the video to play meanwhile. */
export function createPlaybackHold({ video, resume }: HoldPorts): PlaybackHold {
  const reasons = new Set<HoldReason>();
  let hadPlayed = false;
  function keepPaused() {
    if (reasons.size > 0) video.pause();
  }
  video.addEventListener('play', keepPaused);
  video.addEventListener('playing', keepPaused);
  video.addEventListener('timeupdate', keepPaused);
  return {
    add(reason) {
      if (reasons.size === 0) hadPlayed = !video.paused;
      reasons.add(reason);
      video.pause();
    },
    remove(reason) {
      if (!reasons.delete(reason) || reasons.size > 0 || !hadPlayed) return;
      hadPlayed = false;
      resume();
    },
    isHeld: () => reasons.size > 0,
    stop() {
      video.removeEventListener('play', keepPaused);
      video.removeEventListener('playing', keepPaused);
      video.removeEventListener('timeupdate', keepPaused);
    },
  };
}
