import { type DrawnMark, layerStyles, type WatermarkLayer } from './watermark-layer.ts';

// Taken before anybody could put a liar in their place.
const styleOf = window.getComputedStyle.bind(window);
// Browsers of older TVs know fewer ways to hide something.
const layerLooks = Object.entries(layerStyles).filter(([name, value]) => CSS.supports(name, value));

export interface LayerFault {
  readonly what: 'removed' | 'hidden' | 'changed' | 'picture-moved';
  readonly details: string;
}

export interface Scene {
  readonly layer: WatermarkLayer;
  readonly stage: HTMLElement;
  readonly video: HTMLVideoElement;
  /** What the picture hung in when it came; lies in the stage. */
  readonly home: HTMLElement;
}

/** How far edges may lie apart, for rounding. */
const tolerancePixels = 2;

/** What keeps the marks from being seen over the picture, or null. Reads styles; changes nothing. */
export function layerFault(scene: Scene): LayerFault | null {
  const { layer, stage } = scene;
  if (layer.host.parentNode !== stage) return { what: 'removed', details: 'the layer is gone' };
  const restyled = wrongStyle(styleOf(layer.host));
  if (restyled !== null) return { what: 'hidden', details: `the layer's ${restyled}` };
  const broken = layer.drawn().find((mark) => !isWhole(mark, layer.root));
  if (broken) return { what: 'changed', details: `a ${broken.mark.kind} mark` };
  return pictureFault(scene);
}

/** Share of the marks that are drawn and intact, 0 to 1; none where the layer itself is not. */
export function coverageOf({ layer, stage }: Pick<Scene, 'layer' | 'stage'>): number {
  const isShown = layer.host.parentNode === stage && wrongStyle(styleOf(layer.host)) === null;
  if (!isShown) return 0;
  const marks = layer.drawn();
  const whole = marks.filter((mark) => isWhole(mark, layer.root));
  return marks.length === 0 ? 0 : whole.length / marks.length;
}

/** Whether the picture still lies below the layer and within it. */
function pictureFault({ layer, stage, video, home }: Scene): LayerFault | null {
  const wrong = (details: string) => ({ what: 'picture-moved', details }) as const;
  if (video.parentNode !== home || !stage.contains(home)) return wrong('it left the stage');
  const isRaised = [video, home].some(
    (element) => Number(styleOf(element).zIndex) >= Number(layerStyles['z-index']),
  );
  if (isRaised) return wrong('it was raised');
  if ([video, home].some(isLifted)) return wrong('a view transition lifts it');
  if (!isWithin(video, layer.host)) return wrong('it is larger than the layer');
  return null;
}

/** A transition of the page paints such an element above everything else, and live. */
function isLifted(element: Element): boolean {
  const name = styleOf(element).getPropertyValue('view-transition-name');
  return name !== '' && name !== 'none';
}

function isWhole({ mark, element }: DrawnMark, root: ShadowRoot): boolean {
  if (element.parentNode !== root) return false;
  if (!mark.lines.every((line, index) => element.children[index]?.textContent === line))
    return false;
  const style = styleOf(element);
  if (style.display !== 'block' || style.visibility !== 'visible') return false;
  // The large mark comes and goes.
  return mark.kind === 'centre' || Number(style.opacity) === Number(mark.styles['opacity']);
}

function wrongStyle(style: CSSStyleDeclaration): string | null {
  const found = layerLooks.find(([name, value]) => style.getPropertyValue(name) !== value);
  return found ? found[0] : null;
}

function isWithin(inner: Element, outer: Element): boolean {
  const a = inner.getBoundingClientRect();
  const b = outer.getBoundingClientRect();
  return (
    a.left >= b.left - tolerancePixels &&
    a.top >= b.top - tolerancePixels &&
    a.right <= b.right + tolerancePixels &&
    a.bottom <= b.bottom + tolerancePixels
  );
}
