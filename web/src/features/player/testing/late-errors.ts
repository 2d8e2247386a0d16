import { vi } from 'vitest';

/**
 * Keeps what modules put off by `setTimeout` as they are loaded after this call, which is how they
 * throw errors of listeners without failing themselves. To be called in `vi.hoisted`, before any
 * import.
 * @returns the deferred functions so far, and a function that restores the real timer
 */
export function keepLateErrors() {
  vi.resetModules();
  const { setTimeout: begin } = window;
  const late: (() => void)[] = [];
  const keep = (work: () => void) => late.push(work);
  Object.assign(window, { setTimeout: keep });
  return { late, restore: () => Object.assign(window, { setTimeout: begin }) };
}
