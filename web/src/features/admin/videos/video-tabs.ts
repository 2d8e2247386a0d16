import { findFaults, parseRows } from './chapter-rows.ts';
import type { VideoDraft } from './video-draft.ts';

/** In their order; the first is shown where the address names none. */
export const videoTabs = [
  'details',
  'audience',
  'chapters',
  'pictures',
  'processing',
  'protection',
  'analytics',
] as const;
export type VideoTab = (typeof videoTabs)[number];

/** The tab that an address asks for, as in `?tab=audience`. */
export function readTab(search: string): VideoTab {
  const asked = new URLSearchParams(search).get('tab');
  return videoTabs.find((tab) => tab === asked) ?? 'details';
}

/** The tab that holds what keeps a draft from being saved; null when nothing does. */
export function findFaultyTab(draft: VideoDraft, durationSeconds: number | null): VideoTab | null {
  if (draft.title.trim() === '') return 'details';
  const isFaulty = findFaults(parseRows(draft.chapters), durationSeconds).some(
    (fault) => fault !== null,
  );
  return isFaulty ? 'chapters' : null;
}
