import { listen } from '../listen.ts';
import {
  captureMethod,
  captureReader,
  captureWriter,
  removeAttribute,
  setText,
} from '../natives.ts';

const readPaused = captureReader(HTMLMediaElement.prototype, 'paused');
const readMuted = captureReader(HTMLMediaElement.prototype, 'muted');
const writeMuted = captureWriter(HTMLMediaElement.prototype, 'muted');
const writeTime = captureWriter(HTMLMediaElement.prototype, 'currentTime');
const pauseMedia = captureMethod(HTMLMediaElement.prototype, 'pause');
const loadMedia = captureMethod(HTMLMediaElement.prototype, 'load');

/** Controls of a media element. */
export interface Steering {
  readonly paused: boolean;
  muted: boolean;
  pause(): void;
  seek(seconds: number): void;
  /** @returns removes the listener */
  on(name: string, listener: () => void): () => void;
}

/** Removes everything that the element could play. */
export function emptyMedia(media: HTMLMediaElement): void {
  removeAttribute(media, 'src');
  setText(media, '');
  loadMedia(media);
}

/** Controls the element by the browser's own functions, even if a page replaces them. */
export function createSteering(media: HTMLMediaElement): Steering {
  return {
    get paused() {
      return readPaused(media);
    },
    get muted() {
      return readMuted(media);
    },
    set muted(isMuted) {
      writeMuted(media, isMuted);
    },
    pause: () => pauseMedia(media),
    seek: (seconds) => writeTime(media, seconds),
    on: (name, listener) => listen(media, name, listener),
  };
}
