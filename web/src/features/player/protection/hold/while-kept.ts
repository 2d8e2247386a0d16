import { captureMethod, repeat } from '../natives.ts';

const { WeakRef: Ref } = window;
const targetOf = 'WeakRef' in window ? captureMethod(Ref.prototype, 'deref') : null;

/** Repeats the work while other code holds `target`; `work` itself must not refer to it. */
export function repeatWhileKept<Target extends object>(
  target: Target,
  work: (target: Target) => void,
  everyMs: number,
): void {
  if (targetOf === null) {
    repeat(() => work(target), everyMs);
    return;
  }
  const weak = new Ref(target);
  const stop = repeat(() => {
    const kept = targetOf(weak);
    if (kept === undefined) stop();
    else work(kept);
  }, everyMs);
}
