import { type ComponentType, lazy } from 'react';
import { loadPatiently } from '../shared/connection/load-patiently.ts';
import { loadTexts } from '../shared/i18n/i18n.ts';
import type { TextPart } from '../shared/i18n/text-parts.ts';
import { addIcons } from '../ui/Icon.tsx';

/** Makes a component whose texts and glyphs are fetched at the same time as its code. */
export function lazyWithTexts<Props>(
  parts: TextPart | readonly TextPart[],
  load: () => Promise<ComponentType<Props>>,
) {
  return lazyPage(async () => {
    const texts = [parts].flat().map((part) => loadTexts(part));
    const [component] = await Promise.all([load(), loadMoreIcons(), ...texts]);
    return component;
  });
}

/** Makes a page that is fetched when it is shown, or when the connection is back. */
export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadPatiently(load) }));
}

/** Makes the glyphs known that no learner's first page shows. */
export async function loadMoreIcons(): Promise<void> {
  addIcons((await import('../ui/more-icons.ts')).MORE_ICONS);
}
