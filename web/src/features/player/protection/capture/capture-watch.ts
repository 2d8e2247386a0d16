import type { IncidentType } from '@prahari/contract';

/** A call by which a page can get at pictures or sound. */
export interface CaptureCall {
  readonly type: Extract<
    IncidentType,
    | 'screen_capture_api'
    | 'media_recorder'
    | 'capture_stream'
    | 'picture_in_picture'
    | 'canvas_read'
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
  /** Reads the lesson's own picture or sound, or a screen: always refused, told for the record. */
  refused(call: CaptureCall): void;
  /** Records something; the watcher decides. */
  asked(call: CaptureCall): Verdict;
}

let watcher: CaptureWatcher | null = null;

/** Who is asked at each call; the patches stay, and do nothing while nobody watches. */
export const captureWatch = {
  current: (): CaptureWatcher | null => watcher,
  /** The answer ends it. */
  begin(watching: CaptureWatcher): () => void {
    watcher = watching;
    return () => {
      if (watcher === watching) watcher = null;
    };
  },
} as const;

const { DOMException: DomError } = window;

/** As browsers refuse what a policy forbids. */
export function notAllowed(name: string): DOMException {
  return new DomError(`${name} is not allowed while a protected lesson is open`, 'NotAllowedError');
}
