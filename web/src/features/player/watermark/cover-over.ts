import { type DrawnMark, layerStyles, type WatermarkLayer } from './watermark-layer.ts';

// Taken before anybody could put a liar in their place.
const styleOf = window.getComputedStyle.bind(window);
const { getBoundingClientRect } = Element.prototype;

const ownLevel = Number(layerStyles['z-index']);
/** What is painted above a page in full screen, whatever its level; the app has none of them. */
const inTopLayer =
  'showPopover' in HTMLElement.prototype ? ':popover-open, dialog:modal' : 'dialog[open]';

const drawnByStyle = ['::before', '::after'];

export interface PlayingScene {
  readonly layer: WatermarkLayer;
  readonly stage: HTMLElement;
}

/**
 * The name of an element that lies over one of the marks that learners see, or null. While a lesson
 * plays nothing of the app lies as high as its marks, so it is somebody else's. What hides in a
 * closed shadow root is not found.
 */
export function coverOver({ layer, stage }: PlayingScene): string | null {
  const frame = stage.parentElement ?? stage;
  const above = [...aboveMarks(frame, layer.host), ...document.querySelectorAll(inTopLayer)];
  if (above.length === 0) return null;
  const middles = layer.drawn().filter(isForLearners).map(middleOf);
  const cover = above.find((each) => typeof each === 'string' || liesOver(each, middles));
  return typeof cover === 'string' ? cover : (cover?.localName ?? null);
}

/**
 * What competes with the marks for who is painted last, and wins: elements below `parent`, and names
 * of boxes that a style sheet alone draws, whose place nobody tells.
 */
function* aboveMarks(parent: Element, host: Element): Generator<Element | string> {
  for (const name of drawnByStyle) {
    const { content, zIndex } = styleOf(parent, name);
    if (content !== 'none' && Number(zIndex) >= ownLevel) yield `${parent.localName}${name}`;
  }
  for (const element of parent.children) {
    if (element === host) {
      // The layer has no such boxes, and they would lie among its marks.
      yield* drawnByStyle.filter((name) => styleOf(host, name).content !== 'none');
      continue;
    }
    const level = Number(styleOf(element).zIndex);
    if (level >= ownLevel) yield element;
    // `auto`: what is within takes part by itself.
    else if (Number.isNaN(level)) yield* aboveMarks(element, host);
  }
}

function isForLearners({ mark }: DrawnMark): boolean {
  return mark.kind !== 'hidden' && mark.kind !== 'centre';
}

function middleOf({ element }: DrawnMark): readonly [x: number, y: number] {
  const { left, top, width, height } = getBoundingClientRect.call(element);
  return [left + width / 2, top + height / 2];
}

function liesOver(element: Element, middles: readonly (readonly [number, number])[]): boolean {
  const { display, visibility, opacity } = styleOf(element);
  if (display === 'none' || visibility !== 'visible' || opacity === '0') return false;
  const { left, top, right, bottom } = getBoundingClientRect.call(element);
  return middles.some(([x, y]) => x >= left && x <= right && y >= top && y <= bottom);
}
