import type { Steering } from './steering.ts';

export interface Silence {
  begin(): void;
  /** Restores the sound as the learner had set it. */
  end(): void;
  /** Mutes again if it is not: events may have been stopped. */
  keep(): void;
  stop(): void;
}

/** Mutes the video and keeps it muted, even if other code turns the sound on. */
export function createSilence(video: Pick<Steering, 'muted' | 'on'>): Silence {
  let isSilent = false;
  let wasMuted = false;
  function keepMuted() {
    if (isSilent && !video.muted) video.muted = true;
  }
  const stop = video.on('volumechange', keepMuted);
  return {
    begin() {
      if (!isSilent) wasMuted = video.muted;
      isSilent = true;
      video.muted = true;
    },
    end() {
      if (!isSilent) return;
      isSilent = false;
      video.muted = wasMuted;
    },
    keep: keepMuted,
    stop,
  };
}
