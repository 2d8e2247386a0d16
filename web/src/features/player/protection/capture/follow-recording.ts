import { listen } from '../listen.ts';

/** Calls `ended` once when the recorder stops, for whatever reason. */
export function followRecorder(recorder: object, ended: () => void): void {
  let isDone = false;
  function once() {
    if (isDone) return;
    isDone = true;
    ended();
  }
  try {
    listen(recorder, 'stop', once);
    listen(recorder, 'error', once);
  } catch {
    // No recorder, then, whoever says so.
    once();
  }
}
