import { type RefObject, useEffect, useState } from 'react';

/** What the controls show of the video element; times in seconds. */
export interface MediaSnapshot {
  readonly positionSeconds: number;
  readonly durationSeconds: number;
  readonly bufferedSeconds: number;
  readonly playing: boolean;
  /** The last picture was shown. */
  readonly ended: boolean;
  readonly waiting: boolean;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

const EVENTS = [
  'timeupdate',
  'durationchange',
  'progress',
  'seeking',
  'seeked',
  'play',
  'pause',
  'playing',
  'waiting',
  'canplay',
  'ended',
  'volumechange',
  'ratechange',
] as const;

export function useMedia(video: RefObject<HTMLVideoElement | null>): MediaSnapshot {
  const [snapshot, setSnapshot] = useState<MediaSnapshot>(EMPTY);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const read = () => setSnapshot(snapshotOf(element));
    read();
    for (const event of EVENTS) element.addEventListener(event, read);
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, read);
    };
  }, [video]);
  return snapshot;
}

const EMPTY: MediaSnapshot = {
  positionSeconds: 0,
  durationSeconds: 0,
  bufferedSeconds: 0,
  playing: false,
  ended: false,
  waiting: false,
  volume: 1,
  muted: false,
};

function snapshotOf(video: HTMLVideoElement): MediaSnapshot {
  const playing = !video.paused && !video.ended;
  return {
    positionSeconds: video.currentTime,
    durationSeconds: Number.isFinite(video.duration) ? video.duration : 0,
    bufferedSeconds: bufferedTo(video),
    playing,
    ended: video.ended,
    // While it fills its buffer again the player holds the picture with a rate of 0.
    waiting:
      playing && (video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA || video.playbackRate === 0),
    volume: video.volume,
    muted: video.muted || video.volume === 0,
  };
}

/** The end of the buffered range around the present position. */
function bufferedTo({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime && currentTime <= buffered.end(index)) {
      return buffered.end(index);
    }
  }
  return currentTime;
}
