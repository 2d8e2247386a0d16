import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../shared/i18n/i18n.ts';
import type { TextPart } from '../shared/i18n/text-parts.ts';
import { addIcons } from '../ui/Icon.tsx';

/** Makes a component whose texts and glyphs are fetched with it. */
export function lazyWithTexts<Props>(part: TextPart, load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadTexts(part), loadMoreIcons()]);
    return { default: component };
  });
}

/** Makes the glyphs known that no learner's first page shows. */
export async function loadMoreIcons(): Promise<void> {
  addIcons((await import('../ui/more-icons.ts')).MORE_ICONS);
}
