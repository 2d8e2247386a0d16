/** A signal that ends with `outer`, or after `limitMs`: TVs know no AbortSignal.any. */
export function createLimitedSignal(limitMs: number, outer: AbortSignal) {
  const aborter = new AbortController();
  const stop = () => aborter.abort();
  const timer = setTimeout(stop, limitMs);
  outer.addEventListener('abort', stop);
  if (outer.aborted) stop();
  return {
    signal: aborter.signal,
    /** Call it when what was limited is over. */
    release() {
      clearTimeout(timer);
      outer.removeEventListener('abort', stop);
    },
  };
}
