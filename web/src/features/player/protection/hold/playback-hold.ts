import type { Steering } from './steering.ts';

/** Reasons to pause playback. */
export type HoldReason = 'warning' | 'watermark' | 'terminated' | 'off-stage';

export interface HoldPorts {
  readonly video: Pick<Steering, 'paused' | 'pause' | 'on'>;
  /** Resumes what a hold paused. */
  readonly resume: () => void;
}

export interface PlaybackHold {
  add(reason: HoldReason): void;
  /** Removes a reason; resumes after the last one if the video played before the first. */
  remove(reason: HoldReason): void;
  isHeld(): boolean;
  /** Pauses again if it plays: events may have been stopped. */
  keep(): void;
  stop(): void;
}

/** Pauses while there is a reason, even if other code plays the video. */
export function createPlaybackHold({ video, resume }: HoldPorts): PlaybackHold {
  const reasons: Record<HoldReason, boolean> = {
    warning: false,
    watermark: false,
    terminated: false,
    'off-stage': false,
  };
  let hadPlayed = false;
  const isHeld = () =>
    reasons.warning || reasons.watermark || reasons.terminated || reasons['off-stage'];
  function keepPaused() {
    if (isHeld()) video.pause();
  }
  const stopPlay = video.on('play', keepPaused);
  const stopPlaying = video.on('playing', keepPaused);
  const stopTime = video.on('timeupdate', keepPaused);
  return {
    add(reason) {
      if (!isHeld()) hadPlayed = !video.paused;
      reasons[reason] = true;
      if (!video.paused) video.pause();
    },
    remove(reason) {
      const wasReason = reasons[reason];
      reasons[reason] = false;
      if (!wasReason || isHeld() || !hadPlayed) return;
      hadPlayed = false;
      resume();
    },
    isHeld,
    keep: keepPaused,
    stop() {
      stopPlay();
      stopPlaying();
      stopTime();
    },
  };
}
