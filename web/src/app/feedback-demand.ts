let isWanted = false;
const listeners = new Set<() => void>();

/** Whether messages may come before the user does anything, as those about alerts do. */
export const feedbackDemand = {
  get: () => isWanted,
  want() {
    isWanted = true;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
