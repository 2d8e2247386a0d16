import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../../shared/i18n/i18n.ts';

/**
 * A part of a video that comes after its first picture, with its texts. Where it can't be fetched
 * the video goes on without it: all of them are comforts. Show it within a Suspense.
 */
export function lazyInPlayer<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const [component] = await Promise.all([load(), loadTexts('lesson')]);
      return { default: component };
    } catch {
      return { default: () => null };
    }
  });
}
