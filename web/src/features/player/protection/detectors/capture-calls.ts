import { type CaptureCall, captureWatch } from '../capture/capture-watch.ts';
import type { Detector, Listener } from '../signal.ts';

/** Reads of every frame within this time are one act; it is longer than any warning. */
const sameReadMs = 30_000;

export interface CaptureCallsInput {
  /** Whether access has ended: then every call is refused, and nothing is reported. */
  readonly isTerminated: () => boolean;
  readonly nowMs: () => number;
}

/** Reports calls that read the video's picture or sound, or record a screen. */
export function captureCalls({ isTerminated, nowMs }: CaptureCallsInput): Detector {
  return (listener) => {
    let readReportedMs = Number.NEGATIVE_INFINITY;
    return captureWatch.begin({
      onRefused(call) {
        if (isTerminated()) return;
        if (call.type === 'canvas_read') {
          if (nowMs() - readReportedMs < sameReadMs) return;
          readReportedMs = nowMs();
        }
        report(listener, call, { isRecording: false });
      },
      decide(call) {
        if (isTerminated()) return { isAllowed: false, ended: () => undefined };
        report(listener, call, { isRecording: true });
        return { isAllowed: true, ended: listener.recordingStopped };
      },
    });
  };
}

function report(
  listener: Listener,
  { type, name }: CaptureCall,
  { isRecording }: { readonly isRecording: boolean },
): void {
  const message = isRecording ? `${name} was called` : `${name} was called and refused`;
  // A window records nothing yet, and extensions open some too.
  const confidence = type === 'extension_interference' ? 'low' : 'high';
  listener.report({ type, confidence, message, isRecording, details: { call: name } });
}
