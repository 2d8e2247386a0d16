/** Calls `ended` once when the recorder stops, for whatever reason. */
export function followRecorder(recorder: unknown, ended: () => void): void {
  const once = onlyOnce(ended);
  if (!(recorder instanceof EventTarget)) {
    once();
    return;
  }
  recorder.addEventListener('stop', once, { once: true });
  recorder.addEventListener('error', once, { once: true });
}

function onlyOnce(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
