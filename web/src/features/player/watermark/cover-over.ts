import {
  allMatching,
  bottomOf,
  boxOf,
  doesMatch,
  doesSupportPopovers,
  each,
  firstElementIn,
  firstElementOf,
  firstOf,
  leftOf,
  nameOf,
  nextElementOf,
  numberIn,
  parentElementOf,
  rightOf,
  shadowOf,
  styleOf,
  topOf,
  valueIn,
} from '../protection/natives.ts';
import { looksOf, wrongLook } from './looks.ts';
import { type DrawnMark, layerStyles, type WatermarkLayer } from './watermark-layer.ts';

const ownLevel = numberIn(layerStyles['z-index']);
const clear = 'rgba(0, 0, 0, 0)';
/** Elements that are painted above a fullscreen page at any z-index; the app has none of them. */
const topLayer = doesSupportPopovers ? ':popover-open, dialog:modal' : 'dialog[open]';
/** Styles that change how everything inside an element is painted. */
const effects = looksOf({
  opacity: '1',
  filter: 'none',
  'backdrop-filter': 'none',
  'clip-path': 'none',
  clip: 'auto',
  'mask-image': 'none',
  '-webkit-mask-image': 'none',
  '-webkit-mask-box-image-source': 'none',
  'mix-blend-mode': 'normal',
  transform: 'none',
  translate: 'none',
  rotate: 'none',
  scale: 'none',
  perspective: 'none',
  'offset-path': 'none',
  'content-visibility': 'visible',
  '-webkit-box-reflect': 'none',
  zoom: '1',
});

export interface PlayingScene {
  readonly layer: WatermarkLayer;
  readonly stage: HTMLElement;
  readonly video: HTMLVideoElement;
}

/** Whether a browser paints it above all that has a level. */
export function isInTopLayer(element: Element): boolean {
  // A transition keeps it there when it is open no more.
  return doesMatch(element, topLayer) || valueIn(styleOf(element), 'overlay') === 'auto';
}

/**
 * The name of an element that lies over one of the marks that learners see, or null. While a video
 * plays, nothing of the app lies as high as its marks, so it is foreign. Elements in a closed
 * shadow root are not found.
 */
export function coverOver({ layer, stage }: Omit<PlayingScene, 'video'>): string | null {
  let cover: string | null = null;
  const marks = layer.drawn();
  const see = (element: Element) => {
    const isOver = firstOf(marks, (mark) => isForLearners(mark) && liesOver(element, mark));
    if (isOver !== undefined) cover ??= nameOf(element);
    // The children of an empty box may still cover everything.
    eachWithin(element, see);
  };
  seeAbove(parentElementOf(stage) ?? stage, layer.host, see, (name) => {
    cover ??= name;
  });
  if (cover !== null) return cover;
  each(allMatching(topLayer), (element) => {
    see(element);
    if (hasBackdrop(element)) cover ??= `${nameOf(element)}::backdrop`;
  });
  return cover;
}

/**
 * Finds what changes how the picture is painted, usually together with its marks, and how; or null.
 */
export function effectOn({ video }: Pick<PlayingScene, 'video'>): string | null {
  for (let at: Element | null = video; at !== null; at = parentElementOf(at)) {
    const effect = wrongLook(at, effects);
    if (effect !== null) return `${nameOf(at)}: ${effect}`;
  }
  return null;
}

/**
 * Reports what is painted after the marks: elements below `parent`, and names of boxes drawn by a
 * style sheet alone, whose place can't be read.
 */
function seeAbove(
  parent: Element,
  host: Element,
  see: (element: Element) => void,
  seeBox: (name: string) => void,
): void {
  const seeBoxOf = (pseudo: string) => {
    if (isDrawn(parent, pseudo) && levelOf(parent, pseudo) >= ownLevel) {
      seeBox(`${nameOf(parent)}${pseudo}`);
    }
  };
  seeBoxOf('::before');
  seeBoxOf('::after');
  eachWithin(parent, (at) => {
    if (at === host) {
      // The layer has no such boxes; they would lie among its marks.
      if (isDrawn(host, '::before')) seeBox('::before');
      if (isDrawn(host, '::after')) seeBox('::after');
      return;
    }
    const level = levelOf(at);
    if (level >= ownLevel) see(at);
    // `auto`: its children take part themselves.
    else if (!(level < ownLevel)) seeAbove(at, host, see, seeBox);
  });
}

/** Its children, and those of a shadow tree that it shows openly. */
function eachWithin(parent: Element, work: (child: Element) => void): void {
  for (let at = firstElementOf(parent); at !== null; at = nextElementOf(at)) work(at);
  const shadow = shadowOf(parent);
  if (shadow === null) return;
  for (let at = firstElementIn(shadow); at !== null; at = nextElementOf(at)) work(at);
}

/** Whether it darkens or covers the whole page below it; most do not. */
function hasBackdrop(element: Element): boolean {
  const style = styleOf(element, '::backdrop');
  const colour = valueIn(style, 'background-color');
  const image = valueIn(style, 'background-image');
  return (colour !== clear && colour !== '') || (image !== 'none' && image !== '');
}

function isDrawn(element: Element, pseudo: string): boolean {
  return valueIn(styleOf(element, pseudo), 'content') !== 'none';
}

/** Not a number where there is none. */
function levelOf(element: Element, pseudo?: string): number {
  return numberIn(valueIn(styleOf(element, pseudo), 'z-index'));
}

function isForLearners({ mark }: DrawnMark): boolean {
  return mark.kind !== 'hidden' && mark.kind !== 'centre';
}

/** Whether the element lies over a point of the mark that it can't be read without. */
function liesOver(element: Element, { element: mark }: DrawnMark): boolean {
  const style = styleOf(element);
  if (valueIn(style, 'display') === 'none' || valueIn(style, 'visibility') !== 'visible') {
    return false;
  }
  if (valueIn(style, 'opacity') === '0') return false;
  const cover = boxOf(element);
  const box = boxOf(mark);
  const isWithin = (x: number, y: number) =>
    x >= leftOf(cover) && x <= rightOf(cover) && y >= topOf(cover) && y <= bottomOf(cover);
  const isOver = (alongX: number, alongY: number) =>
    isWithin(
      leftOf(box) + (rightOf(box) - leftOf(box)) * alongX,
      topOf(box) + (bottomOf(box) - topOf(box)) * alongY,
    );
  // Along the line, at every eighth, and above and below its middle: pieces of a cover can't hide a
  // mark together, and a single one hides no more than two or three of its characters.
  for (let eighth = 1; eighth < 8; eighth += 1) if (isOver(eighth / 8, 0.5)) return true;
  return isOver(0.5, 0.25) || isOver(0.5, 0.75);
}
