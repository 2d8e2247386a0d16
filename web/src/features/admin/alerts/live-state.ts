import type { LiveState } from '../../../shared/api/follow-events.ts';

let state: LiveState = 'off';
const listeners = new Set<() => void>();

/** Whether alerts arrive by themselves now; one stream serves all pages. */
export const liveState = {
  get: () => state,
  set(next: LiveState) {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
