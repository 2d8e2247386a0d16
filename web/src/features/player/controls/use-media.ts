import { useEffect, useState } from 'react';

/** The state of the video element that the controls show and that changes with its events. */
export interface MediaSnapshot {
  readonly durationSeconds: number;
  /** The position at which the picture stands still; null while it plays. */
  readonly stoppedAtSeconds: number | null;
  readonly playing: boolean;
  /** The last picture was shown. */
  readonly ended: boolean;
  readonly waiting: boolean;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

/** The position, which moves on by itself; in whole seconds, as shown. */
export interface MediaProgress {
  readonly positionSeconds: number;
  readonly durationSeconds: number;
  readonly bufferedSeconds: number;
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

/** Where the video element is found. */
export type VideoRef = { readonly current: HTMLVideoElement | null };

/** Renders only when something happened to the video. */
export function useMedia(video: VideoRef): MediaSnapshot {
  return useFacts(video, snapshotOf, NOTHING);
}

/** Renders each second of playback: for the small parts that show it. */
export function useProgress(video: VideoRef): MediaProgress {
  return useFacts(video, progressOf, START);
}

type Facts = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Follows what `read` says of the element; renders only when that has changed, for a video element
 * speaks four times a second.
 */
export function useFacts<T extends { readonly [Name in keyof T]: Facts[string] }>(
  video: VideoRef,
  read: (video: HTMLVideoElement) => T,
  before: T,
): T {
  const [facts, setFacts] = useState(before);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    let known: T | null = null;
    const look = () => {
      const now = read(element);
      if (known !== null && isSame(known, now)) return;
      known = now;
      setFacts(now);
    };
    look();
    for (const event of EVENTS) element.addEventListener(event, look);
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, look);
    };
  }, [read, video]);
  return facts;
}

function isSame(before: Facts, now: Facts): boolean {
  return Object.entries(now).every(([name, value]) => before[name] === value);
}

const NOTHING: MediaSnapshot = {
  durationSeconds: 0,
  stoppedAtSeconds: 0,
  playing: false,
  ended: false,
  waiting: false,
  volume: 1,
  muted: false,
};
const START: MediaProgress = { positionSeconds: 0, durationSeconds: 0, bufferedSeconds: 0 };

function snapshotOf(video: HTMLVideoElement): MediaSnapshot {
  const playing = !video.paused && !video.ended;
  return {
    durationSeconds: durationOf(video),
    stoppedAtSeconds: playing ? null : video.currentTime,
    playing,
    ended: video.ended,
    // While it fills its buffer again the player holds the picture with a rate of 0.
    waiting:
      playing && (video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA || video.playbackRate === 0),
    volume: video.volume,
    muted: video.muted || video.volume === 0,
  };
}

function progressOf(video: HTMLVideoElement): MediaProgress {
  return {
    positionSeconds: Math.floor(video.currentTime),
    durationSeconds: durationOf(video),
    bufferedSeconds: Math.floor(bufferedTo(video)),
  };
}

function durationOf({ duration }: HTMLVideoElement): number {
  return Number.isFinite(duration) ? duration : 0;
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
