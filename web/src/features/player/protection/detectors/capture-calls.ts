import { type CaptureCall, captureWatch } from '../capture/capture-watch.ts';
import type { Detector, Listener } from '../signal.ts';

/** One act of a script that reads every frame; longer than any warning stands. */
const sameReadMs = 30_000;

export interface CaptureCallsInput {
  /** Access has ended: nothing is reported any more, and every call is refused. */
  readonly isTerminated: () => boolean;
  readonly nowMs: () => number;
}

/** Reports calls that read the video's picture or sound, or record a screen. */
export function captureCalls({ isTerminated, nowMs }: CaptureCallsInput): Detector {
  return (listener) => {
    let readToldMs = Number.NEGATIVE_INFINITY;
    return captureWatch.begin({
      refused(call) {
        if (isTerminated()) return;
        if (call.type === 'canvas_read') {
          if (nowMs() - readToldMs < sameReadMs) return;
          readToldMs = nowMs();
        }
        tell(listener, call, { isRecording: false });
      },
      asked(call) {
        if (isTerminated()) return { isAllowed: false, ended: () => undefined };
        tell(listener, call, { isRecording: true });
        return { isAllowed: true, ended: listener.recordingStopped };
      },
    });
  };
}

function tell(
  { report }: Listener,
  { type, name }: CaptureCall,
  { isRecording }: { readonly isRecording: boolean },
): void {
  const message = isRecording ? `${name} was called` : `${name} was called and refused`;
  // A window takes nothing yet, and extensions open some too.
  const confidence = type === 'extension_interference' ? 'low' : 'high';
  report({ type, confidence, message, isRecording, details: { call: name } });
}
