import {
  doesSupport,
  firstOf,
  listOf,
  namesIn,
  numberIn,
  pixelRatio,
  styleOf,
  textStyles,
  valueIn,
  zoomOf,
} from '../protection/natives.ts';
import type { DrawnMark } from './watermark-layer.ts';

/** The required values of a computed style. */
export interface Look {
  readonly name: string;
  readonly value: string;
}

/** Old browsers know fewer styles: unknown ones are left out. */
export function looksOf(styles: Readonly<Record<string, string>>): readonly Look[] {
  const names = namesIn(styles);
  return listOf(names.length, (index) => {
    const name = names[index] ?? '';
    const value = styles[name] ?? '';
    return isKnown(name, value) ? { name, value } : { name: '', value: '' };
  });
}

/** Chromium answers that nothing is reflected, but does not take the property by that name. */
function isKnown(name: string, value: string): boolean {
  return doesSupport(name, name === '-webkit-box-reflect' ? 'below' : value);
}

/** The name of the first style that says something else, or null. */
export function wrongLook(element: Element, looks: readonly Look[]): string | null {
  const style = styleOf(element);
  return firstOf(looks, ({ name, value }) => valueIn(style, name) !== value)?.name ?? null;
}

/** The name of a style that is another than when the mark was drawn first, or null. */
export type Restyled = (drawn: DrawnMark, index: number) => string | null;

/**
 * Compares whole computed styles of marks with those they had at first, so that a way to hide one
 * need not be known to be noticed. If the size of pixels has changed, lengths may be rounded
 * differently, and nothing else may differ.
 */
export function watchStyles(count: number): Restyled {
  const kept = listOf<Kept>(count, () => ({ ratio: 0, values: [] }));
  return ({ element }, index) => {
    const style = styleOf(element);
    const first = kept[index];
    if (first === undefined) return null;
    const ratio = pixelRatio() * zoomOf(element);
    if (first.ratio === 0) {
      first.ratio = ratio;
      first.values = listOf(textStyles.length, (at) => valueIn(style, textStyles[at] ?? ''));
      return null;
    }
    const isOther = (name: string, at: number) => {
      const value = valueIn(style, name);
      const before = first.values[at] ?? '';
      return value !== before && (first.ratio === ratio || !isRounded(value, before));
    };
    return firstOf(textStyles, isOther) ?? null;
  };
}

/** Of lengths less than a pixel apart. */
function isRounded(value: string, before: string): boolean {
  const apart = numberIn(value) - numberIn(before);
  return apart > -1 && apart < 1;
}

interface Kept {
  ratio: number;
  values: readonly string[];
}
