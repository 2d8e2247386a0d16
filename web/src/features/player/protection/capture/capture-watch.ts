import type { IncidentType } from '@prahari/contract';
import { aside, frozen } from '../natives.ts';

/** A call by which a page can get at pictures or sound, or at a window of its own beside the video. */
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
  /** As it is called in the browser: `captureStream`. */
  readonly name: string;
}

/** What becomes of a call that may be let through: `ended` once nothing records any more. */
export interface Verdict {
  readonly isAllowed: boolean;
  readonly ended: () => void;
}

export interface CaptureWatcher {
  /** Reads the video's own picture or sound, or a screen: always refused, reported for the record. */
  refused(call: CaptureCall): void;
  /** Records something; the watcher decides. */
  asked(call: CaptureCall): Verdict;
}

interface Place {
  /** Null once it is over. */
  watcher: CaptureWatcher | null;
  readonly next: Place | null;
}
let newest: Place | null = null;

/** One that fails keeps none of the others from hearing. */
function each(tell: (watcher: CaptureWatcher) => void): void {
  for (let place = newest; place !== null; place = place.next) {
    const { watcher } = place;
    if (watcher !== null) aside(() => tell(watcher));
  }
}

const all: CaptureWatcher = frozen({
  refused: (call) => each((watcher) => watcher.refused(frozen(call))),
  asked(call) {
    let isAllowed = true;
    let ended = () => {};
    each((watcher) => {
      const verdict = watcher.asked(frozen(call));
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
 * The watchers that are asked at each call; the patches stay, and do nothing while there is none.
 */
export const captureWatch = frozen({
  /** All who watch, as one. */
  current: (): CaptureWatcher | null => (newest === null ? null : all),
  /**
   * Adds a watcher beside those that watch already; a script of the page that begins takes the
   * watch from none of them. The answer ends it.
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

/** As browsers refuse what a policy forbids. */
export function notAllowed(name: string): DOMException {
  return new DomError(`${name} is not allowed while a protected lesson is open`, 'NotAllowedError');
}
