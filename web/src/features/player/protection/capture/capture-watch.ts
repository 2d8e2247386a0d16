import type { IncidentType } from '@prahari/contract';
import { aside, frozen } from '../natives.ts';

/** A call that gives a page access to pictures or sound, or to a new window. */
export interface CaptureCall {
  readonly type: Extract<
    IncidentType,
    | 'screen_capture_api'
    | 'media_recorder'
    | 'capture_stream'
    | 'picture_in_picture'
    | 'canvas_read'
    | 'extension_interference'
  >;
  /** The browser's name of it: `captureStream`. */
  readonly name: string;
}

/** Whether a call is let through; call `ended` once nothing records any more. */
export interface Verdict {
  readonly isAllowed: boolean;
  readonly ended: () => void;
}

export interface CaptureWatcher {
  /** A refused call that would have read the video's picture or sound, or a screen. */
  onRefused(call: CaptureCall): void;
  /** Decides on a call that records something. */
  decide(call: CaptureCall): Verdict;
}

interface Place {
  /** Null once it was removed. */
  watcher: CaptureWatcher | null;
  readonly next: Place | null;
}
let newest: Place | null = null;

/** Calls all watchers, also after one of them failed. */
function each(call: (watcher: CaptureWatcher) => void): void {
  for (let place = newest; place !== null; place = place.next) {
    const { watcher } = place;
    if (watcher !== null) aside(() => call(watcher));
  }
}

const all: CaptureWatcher = frozen({
  onRefused: (call) => each((watcher) => watcher.onRefused(frozen(call))),
  decide(call) {
    let isAllowed = true;
    let ended = () => {};
    each((watcher) => {
      const verdict = watcher.decide(frozen(call));
      const before = ended;
      if (!verdict.isAllowed) isAllowed = false;
      ended = () => {
        aside(verdict.ended);
        before();
      };
    });
    return { isAllowed, ended };
  },
});

/**
 * The watchers of all patched calls. The patches stay, and do nothing while there is no watcher.
 */
export const captureWatch = frozen({
  /** Combines all watchers; null while there is none. */
  current: (): CaptureWatcher | null => (newest === null ? null : all),
  /**
   * Adds a watcher beside the others, so that a script of the page can't displace them.
   * @returns removes it
   */
  begin(watcher: CaptureWatcher): () => void {
    const place: Place = { watcher, next: newest };
    newest = place;
    return () => {
      place.watcher = null;
      while (newest !== null && newest.watcher === null) newest = newest.next;
    };
  },
});

const { DOMException: DomError } = window;

/** Creates the error with which browsers refuse what a policy forbids. */
export function notAllowed(name: string): DOMException {
  return new DomError(`${name} is not allowed while a protected lesson is open`, 'NotAllowedError');
}
