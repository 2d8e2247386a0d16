import { useCallback, useState } from 'react';
import { browserStorage } from '../storage/browser-storage.ts';

export const refreshModes = ['realtime', 'frequent', 'normal', 'slow'] as const;
export type RefreshMode = (typeof refreshModes)[number];

/** Specification, section 9. Pages that are out of sight don't ask. */
const INTERVALS_MS: Readonly<Record<RefreshMode, number>> = {
  realtime: 5000,
  frequent: 15_000,
  normal: 30_000,
  slow: 60_000,
};

/** The refresh mode of a page, which this browser remembers. */
export function useRefreshMode(page: string) {
  const key = `prahari.${page}.refresh`;
  const [mode, setMode] = useState<RefreshMode>(
    () => refreshModes.find((one) => one === browserStorage.getItem(key)) ?? 'normal',
  );
  const choose = useCallback(
    (chosen: RefreshMode) => {
      browserStorage.setItem(key, chosen);
      setMode(chosen);
    },
    [key],
  );
  return { mode, choose, intervalMs: INTERVALS_MS[mode] };
}
