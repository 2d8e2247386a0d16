import {
  bottomOf,
  boxOf,
  each,
  firstChildOf,
  firstOf,
  innerHeightOf,
  innerWidthOf,
  isFullscreen,
  leftOf,
  nextSiblingOf,
  numberIn,
  parentOf,
  placeIn,
  rightOf,
  round,
  styleOf,
  textOf,
  topOf,
  valueIn,
  zoomOf,
} from '../protection/natives.ts';
import { isInTopLayer } from './cover-over.ts';
import { areNear, edgesOf, isNear, shareInside } from './edges.ts';
import { looksOf, type Restyled, wrongLook } from './looks.ts';
import { leastSizePixels } from './marks.ts';
import { innerEdges, type PictureScene, shownPicture } from './shown-picture.ts';
import {
  bareStyles,
  type DrawnMark,
  layerStyles,
  markStyles,
  toneColours,
  type WatermarkLayer,
} from './watermark-layer.ts';

export interface LayerFault {
  /** `restyled`: not as it was drawn, but nothing says that it can't be read. */
  readonly what: 'removed' | 'hidden' | 'changed' | 'restyled' | 'picture-moved';
  readonly details: string;
}

export interface Scene extends PictureScene {
  readonly layer: WatermarkLayer;
  /** The picture's first parent; inside the stage. */
  readonly home: HTMLElement;
  /** Whether both show their own children, and not a foreign tree. */
  readonly isClaimed: () => boolean;
}

const layerLooks = looksOf(layerStyles);
const markLooks = looksOf(markStyles);
const bareLooks = looksOf(bareStyles);
/**
 * Neither turned nor moved in depth; a view transition paints its elements above everything else.
 */
const levelLooks = looksOf({
  transform: 'none',
  translate: 'none',
  rotate: 'none',
  scale: 'none',
  'view-transition-name': 'none',
  // Which draws it a second time, without its marks.
  '-webkit-box-reflect': 'none',
});
/** The picture fills its box, or leaves bars. */
const pictureLooks = looksOf({
  'object-fit': 'contain',
  'object-position': '50% 50%',
  'object-view-box': 'none',
  'padding-top': '0px',
  'padding-right': '0px',
  'padding-bottom': '0px',
  'padding-left': '0px',
  'border-top-width': '0px',
  'border-right-width': '0px',
  'border-bottom-width': '0px',
  'border-left-width': '0px',
});

/** The sizes in which marks changed by style sheets are still legible. */
const readableZoom = { least: 0.66, most: 3 } as const;
/** Where a page is enlarged to 500 %, marks at the edges lie partly outside. */
const leastShareInside = 0.5;
/** Of the size of letters. */
const leastLine = 0.9;

/**
 * Finds what keeps the marks from being seen over the picture, or null. Reads styles; changes
 * nothing.
 */
export function layerFault(scene: Scene, restyled: Restyled): LayerFault | null {
  return hostFault(scene) ?? marksFault(scene, restyled) ?? pictureFault(scene);
}

/** Share of the marks that are intact, and can be read over the picture, 0 to 1. */
export function coverageOf(scene: Scene, restyled: Restyled): number {
  if (hostFault(scene) !== null) return 0;
  const marks = scene.layer.drawn();
  let whole = 0;
  each(marks, (drawn, index) => {
    if (markFault(scene, drawn) === null && restyled(drawn, index) === null) whole += 1;
  });
  return marks.length === 0 ? 0 : whole / marks.length;
}

function hostFault(scene: Scene): LayerFault | null {
  const { layer, stage } = scene;
  const { host } = layer;
  if (parentOf(host) !== stage) return { what: 'removed', details: 'the layer is gone' };
  const wrong = wrongLook(host, layerLooks);
  if (wrong !== null) return hidden(`the layer's ${wrong}`);
  const misplaced = misplacedEdge(scene);
  if (misplaced !== null) return hidden(`the layer's ${misplaced}`);
  const zoom = zoomOf(host);
  const isReadable = zoom >= readableZoom.least && zoom <= readableZoom.most;
  return isReadable ? null : hidden(`zoom ${round(zoom * 100) / 100}`);
}

/** The name of an edge of the layer that does not lie where it was laid, or null. */
function misplacedEdge({ layer: { host, insets }, stage }: Scene): string | null {
  const style = styleOf(host);
  const zoom = zoomOf(host);
  const { left, top, right, bottom } = insets();
  const width = (innerWidthOf(stage) * zoomOf(stage)) / 100;
  const height = (innerHeightOf(stage) * zoomOf(stage)) / 100;
  // An undrawn element has no pixels to test.
  if (!(width > 0 && height > 0)) return null;
  const isAt = (name: string, pixels: number) =>
    isNear(numberIn(valueIn(style, name)) * zoom, pixels);
  if (!isAt('left', left * width)) return 'left';
  if (!isAt('top', top * height)) return 'top';
  if (!isAt('right', right * width)) return 'right';
  return isAt('bottom', bottom * height) ? null : 'bottom';
}

function marksFault(scene: Scene, restyled: Restyled): LayerFault | null {
  const { drawn, root } = scene.layer;
  const marks = drawn();
  let fault: LayerFault | null = null;
  firstOf(marks, (mark, index) => {
    fault = markFault(scene, mark);
    if (fault !== null) return true;
    const name = restyled(mark, index);
    if (name !== null) fault = { what: 'restyled', details: `a ${mark.mark.kind} mark's ${name}` };
    return fault !== null;
  });
  if (fault !== null) return fault;
  let last = firstChildOf(root);
  for (let more = 1; more < marks.length && last !== null; more += 1) last = nextSiblingOf(last);
  const isAlone = last !== null && nextSiblingOf(last) === null;
  return isAlone ? null : changed('something lies among the marks');
}

function markFault(scene: Scene, { mark, element, text, opacity }: DrawnMark): LayerFault | null {
  const name = `a ${mark.kind} mark`;
  const { root } = scene.layer;
  if (parentOf(element) !== root || textOf(element) !== text) return changed(name);
  const wrong = wrongLook(element, markLooks);
  if (wrong !== null) return hidden(`${name}'s ${wrong}`);
  const style = styleOf(element);
  const colour = valueIn(style, 'color');
  const { fill } = toneColours[mark.tone];
  if (colour !== fill || valueIn(style, '-webkit-text-fill-color') !== fill) {
    return hidden(`${name}'s colour`);
  }
  if (valueIn(style, 'text-shadow') === 'none') return hidden(`${name}'s shadow`);
  // The browser's own least size may make it larger.
  if (numberIn(valueIn(style, 'font-size')) < leastSizePixels - 0.1)
    return hidden(`${name}'s size`);
  if (opacity !== null && numberIn(valueIn(style, 'opacity')) !== numberIn(opacity)) {
    return hidden(`${name}'s opacity`);
  }
  const bare = wrongLook(element, bareLooks);
  if (bare !== null) return { what: 'restyled', details: `${name}'s ${bare}` };
  if (isRendered(scene.video) && !isUpright(style)) return hidden(`${name}'s shape`);
  const isOver =
    !isRendered(scene.video) ||
    shareInside(edgesOf(element), edgesOf(scene.layer.host)) >= leastShareInside;
  return isOver ? null : hidden(`the place of ${name}`);
}

/** Neither smaller nor turned, and with its lines apart. */
function isUpright(style: CSSStyleDeclaration): boolean {
  const transform = valueIn(style, 'transform');
  const isMoved = transform === 'none' || placeIn(transform, 'matrix(1, 0, 0, 1, ') === 0;
  const lines = numberIn(valueIn(style, 'line-height')) / numberIn(valueIn(style, 'font-size'));
  return isMoved && !(lines < leastLine);
}

/** Whether the picture still lies below the layer, at the same size. */
function pictureFault(scene: Scene): LayerFault | null {
  const { layer, stage, video, home } = scene;
  if (!scene.isClaimed()) return moved('somebody else draws it');
  if (parentOf(video) !== home || parentOf(home) !== stage) return moved('it left the stage');
  const ownLevel = numberIn(layerStyles['z-index']);
  const isRaised = (element: Element) =>
    numberIn(valueIn(styleOf(element), 'z-index')) >= ownLevel ||
    isInTopLayer(element) ||
    isFullscreen(element);
  if (isRaised(video) || isRaised(home)) return moved('it was raised');
  const wrong =
    wrongLook(video, levelLooks) ?? wrongLook(home, levelLooks) ?? wrongLook(video, pictureLooks);
  if (wrong !== null) return moved(`its ${wrong}`);
  if (isDrawnAnywhere(video) || isDrawnAnywhere(home)) return moved('its filter');
  if (!isRendered(video)) return null;
  const isInPlace =
    areNear(edgesOf(video), innerEdges(stage)) && areNear(edgesOf(layer.host), shownPicture(scene));
  return isInPlace ? null : moved('it is not where marks are');
}

/** An SVG filter can draw the picture anywhere, and more than once. */
function isDrawnAnywhere(element: Element): boolean {
  return placeIn(valueIn(styleOf(element), 'filter'), 'url(') >= 0;
}

function isRendered(element: Element): boolean {
  const box = boxOf(element);
  return rightOf(box) > leftOf(box) && bottomOf(box) > topOf(box);
}

const hidden = (details: string) => ({ what: 'hidden', details }) as const;
const changed = (details: string) => ({ what: 'changed', details }) as const;
const moved = (details: string) => ({ what: 'picture-moved', details }) as const;
