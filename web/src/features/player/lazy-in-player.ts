import { type ComponentType, lazy } from 'react';
import { loadPatiently } from '../../shared/connection/load-patiently.ts';
import { loadTexts } from '../../shared/i18n/i18n.ts';

/**
 * A part of a video that comes after its first picture, with its texts. Without a connection it comes
 * when that is back; where it can't be fetched then either, the video goes on without it: all of them
 * are comforts. Show it within a Suspense.
 */
export function lazyInPlayer<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const [component] = await loadPatiently(() => Promise.all([load(), loadTexts('lesson')]));
      return { default: component };
    } catch {
      return { default: () => null };
    }
  });
}
