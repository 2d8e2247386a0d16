import type { CopiesView, KeptCopy, OfflineCopies } from '../kept-copy.ts';

export const keptCopy: KeptCopy = {
  id: '0199f3c0-0000-7000-8000-000000000011',
  videoId: '0199f3c0-0000-7000-8000-000000000001',
  title: 'Light and shadow',
  durationSeconds: 600,
  state: 'ready',
  failure: null,
  revokedFor: null,
  bytes: 42_000_000,
  totalBytes: 42_000_000,
  cachedAtMs: 0,
  expiresAtMs: Date.now() + 3 * 86_400_000,
};

/** Copies in memory for a test; `asked` lists what a screen did with them. */
export function createMemoryCopies(view: Partial<CopiesView> = {}) {
  const asked: string[] = [];
  const note = (what: string) => async (id: string) => void asked.push(`${what} ${id}`);
  const whole: CopiesView = { copies: [], bytes: 0, isKnown: true, isSupported: true, ...view };
  const copies: OfflineCopies = {
    view: () => whole,
    subscribe: () => () => undefined,
    download: note('download'),
    pause: note('pause'),
    resume: note('resume'),
    remove: note('remove'),
    removeAll: async () => void asked.push('remove all'),
    check: async () => void asked.push('check'),
  };
  return { copies, asked };
}
