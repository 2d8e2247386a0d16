import {
  append,
  closedRootOf,
  each,
  firstOf,
  frozen,
  listOf,
  namesIn,
  newBox,
  prefersCalm,
  random,
  removeAttributes,
  setAttribute,
  setStyle,
  setText,
} from '../protection/natives.ts';
import type { Edges } from './edges.ts';
import { areApart, nextPlace, type Place } from './mark-position.ts';
import {
  keepsOffTime,
  leftOfMenu,
  type Mark,
  movingApart,
  movingMarks,
  timePlace,
} from './marks.ts';

/** Looks that show what they are of, as browsers say them; old ones know fewer ways to hide something. */
const plain = {
  display: 'block',
  visibility: 'visible',
  filter: 'none',
  'clip-path': 'none',
  'mix-blend-mode': 'normal',
  translate: 'none',
  rotate: 'none',
  scale: 'none',
  'mask-image': 'none',
  'offset-path': 'none',
  'content-visibility': 'visible',
  'pointer-events': 'none',
  'forced-color-adjust': 'none',
  // These two are not among `all`.
  direction: 'ltr',
  'unicode-bidi': 'isolate',
} as const;

/** How the layer lies over the picture; `!important`, so that a style sheet does not undo it. */
export const layerStyles = frozen({
  ...plain,
  position: 'absolute',
  'z-index': '3',
  opacity: '1',
  transform: 'none',
  overflow: 'hidden',
} as const);

/** The style of every mark. */
export const markStyles = frozen({
  ...plain,
  position: 'absolute',
  'font-weight': '600',
  'text-indent': '0px',
  'letter-spacing': 'normal',
  '-webkit-text-security': 'none',
  zoom: '1',
} as const);

/** Styles that hide no text at these values, but can at others. */
export const bareStyles = frozen({
  'overflow-x': 'visible',
  'overflow-y': 'visible',
  clip: 'auto',
  'background-image': 'none',
  'background-color': 'rgba(0, 0, 0, 0)',
  'box-shadow': 'none',
  'backdrop-filter': 'none',
  '-webkit-box-reflect': 'none',
  '-webkit-mask-image': 'none',
  '-webkit-text-stroke-width': '0px',
  'text-decoration-line': 'none',
  'text-transform': 'none',
  'writing-mode': 'horizontal-tb',
  'font-size-adjust': 'none',
  'max-width': 'none',
  'max-height': 'none',
  'padding-top': '0px',
  'padding-right': '0px',
  'padding-bottom': '0px',
  'padding-left': '0px',
  'border-top-width': '0px',
  'border-right-width': '0px',
  'border-bottom-width': '0px',
  'border-left-width': '0px',
} as const);

/**
 * Styles that marks inherit from the layer: none of the page's, whose fonts may have invisible
 * letters. The app's own fonts come last, for letters that a system lacks, such as Hindi.
 */
const ownText = {
  all: 'initial',
  'font-family': 'system-ui, sans-serif, "Prahari Sans"',
} as const;

/** Of marks too, but said in other words by each browser. */
const markText = {
  'font-family': 'inherit',
  'line-height': '1.3',
  'white-space': 'pre',
  '-webkit-user-select': 'none',
  'user-select': 'none',
} as const;

const announcedOpacity = '0.55';
const fadeMs = 600;
/** Of a layer's edge, in percent of the stage: two pixels where that is 40,000 wide. */
const leastShift = 0.005;
const centre = { left: 50, top: 50 };

/** A mark in the page, and what it must look like. */
export interface DrawnMark {
  readonly mark: Mark;
  readonly element: HTMLElement;
  /** Its current text. */
  readonly text: string;
  /** As a style; null while it comes and goes. */
  readonly opacity: string | null;
}

export interface WatermarkLayer {
  /** Put this over the picture. */
  readonly host: HTMLElement;
  /** Holds the marks; closed, so that neither scripts nor style sheets of the page reach them. */
  readonly root: ShadowRoot;
  readonly drawn: () => readonly DrawnMark[];
  /** How far the layer's edges lie within the stage's, in percent of it. */
  readonly insets: () => Edges;
  /** Lays the layer there; costs nothing where it lies there already. */
  layInto(insets: Edges): void;
  /** Draws everything again, and the layer's own style too; `zoom` undoes what the page has set. */
  redraw(zoom?: number): void;
  /** Whether marks stand beside an open menu, where both can be read, or anywhere. */
  keepBeside(isOpen: boolean): void;
  /** One of the moving marks takes another place; each in its turn. */
  moveNext(): void;
  showTime(text: string, place: Place): void;
  /** The large mark in the centre; shown until it is concealed. */
  announce(): void;
  conceal(): void;
}

interface OwnMark {
  readonly mark: Mark;
  element: HTMLElement;
  text: string;
  opacity: string | null;
  place: Place;
}

/** White and black, as browsers say them. */
export const toneColours = frozen({
  light: { fill: 'rgb(255, 255, 255)', shadow: 'rgb(0, 0, 0)' },
  dark: { fill: 'rgb(0, 0, 0)', shadow: 'rgb(255, 255, 255)' },
} as const);

/** Draws the marks with the DOM alone: the content security policy takes no style of a text. */
export function createWatermarkLayer(marks: readonly Mark[]): WatermarkLayer {
  const host = newBox();
  const root = closedRootOf(host);
  const drawn = ownMarks(marks);
  let time = { text: '', place: timePlace(0) };
  let turn = 0;
  let isBeside = false;
  let insets: Edges = { left: 0, top: 0, right: 0, bottom: 0 };

  function place() {
    setStyle(host, 'left', `${insets.left}%`);
    setStyle(host, 'top', `${insets.top}%`);
    setStyle(host, 'right', `${insets.right}%`);
    setStyle(host, 'bottom', `${insets.bottom}%`);
  }

  function redraw(zoom = 1) {
    removeAttributes(host);
    setAttribute(host, 'aria-hidden', 'true');
    setStyles(host, ownText);
    setStyles(host, layerStyles);
    place();
    setStyle(host, 'zoom', `${1 / zoom}`);
    setText(root, '');
    each(drawn, (own) => {
      own.element = elementOf(own.mark, own.text);
      if (own.opacity === announcedOpacity) setStyle(own.element, 'opacity', own.opacity);
      append(root, own.element);
      stand(own);
    });
    drawTime();
  }

  function stand({ mark, element, place }: OwnMark) {
    if (mark.kind === 'moving') put(element, place);
    const { rightBeside } = mark;
    if (rightBeside === undefined) return;
    setStyle(element, 'right', isBeside ? rightBeside : (mark.styles['right'] ?? ''));
  }

  const isClear = ({ left }: Place) => !isBeside || left < leftOfMenu;

  function drawTime() {
    each(drawn, (own) => {
      if (own.mark.kind !== 'time') return;
      own.text = `${own.mark.text} · ${time.text}`;
      setText(own.element, own.text);
      put(own.element, isClear(time.place) ? time.place : timePlace(0));
    });
  }

  /** Two marks that lie over each other can't be read. */
  function placeFor(own: OwnMark): Place {
    const isOver = (place: Place) => (other: OwnMark) =>
      other !== own && other.mark.kind === 'moving' && !areApart(place, other.place, movingApart);
    return nextPlace(
      own.place,
      random,
      (place) => keepsOffTime(place) && firstOf(drawn, isOver(place)) === undefined,
      isBeside ? leftOfMenu : undefined,
    );
  }

  each(drawn, (own) => {
    if (own.mark.kind === 'moving') own.place = placeFor(own);
  });
  redraw();
  return {
    host,
    root,
    drawn: () => drawn,
    insets: () => insets,
    layInto(next) {
      if (areSame(next, insets)) return;
      insets = next;
      place();
    },
    redraw,
    keepBeside(isOpen) {
      if (isOpen === isBeside) return;
      isBeside = isOpen;
      each(drawn, (own) => {
        if (own.mark.kind === 'moving' && !isClear(own.place)) own.place = placeFor(own);
        stand(own);
      });
      drawTime();
    },
    moveNext() {
      let at = 0;
      each(drawn, (own) => {
        if (own.mark.kind !== 'moving') return;
        if (at === turn % movingMarks) {
          own.place = placeFor(own);
          put(own.element, own.place);
        }
        at += 1;
      });
      turn += 1;
    },
    showTime(text, place) {
      time = { text, place };
      drawTime();
    },
    announce() {
      each(drawn, (own) => {
        if (own.mark.kind !== 'centre') return;
        setStyle(own.element, 'transition', 'none');
        setStyle(own.element, 'opacity', announcedOpacity);
        own.opacity = announcedOpacity;
      });
    },
    conceal() {
      each(drawn, (own) => {
        if (own.mark.kind !== 'centre') return;
        // Short: as long as it fades each frame of the screen is drawn, at any frame rate of the video.
        const fade = prefersCalm() ? 'none' : `opacity ${fadeMs}ms ease-out`;
        setStyle(own.element, 'transition', fade);
        setStyle(own.element, 'opacity', '0');
        own.opacity = null;
      });
    },
  };
}

function ownMarks(marks: readonly Mark[]): readonly OwnMark[] {
  return listOf(marks.length, (index) => {
    const mark = marks[index];
    if (mark === undefined) throw new RangeError('There is no such mark');
    const { text, kind, styles } = mark;
    const opacity = kind === 'centre' ? null : (styles['opacity'] ?? '1');
    return { mark, text, opacity, element: newBox(), place: centre };
  });
}

function areSame(one: Edges, other: Edges): boolean {
  const isSame = (a: number, b: number) => a - b < leastShift && b - a < leastShift;
  return (
    isSame(one.left, other.left) &&
    isSame(one.top, other.top) &&
    isSame(one.right, other.right) &&
    isSame(one.bottom, other.bottom)
  );
}

function setStyles(element: HTMLElement, styles: Readonly<Record<string, string>>): void {
  each(namesIn(styles), (name) => setStyle(element, name, styles[name] ?? ''));
}

function put(element: HTMLElement, { left, top }: Place): void {
  setStyle(element, 'left', `${left}%`);
  setStyle(element, 'top', `${top}%`);
}

function elementOf({ kind, tone, styles }: Mark, text: string): HTMLElement {
  const element = newBox();
  const { fill, shadow } = toneColours[tone];
  setStyles(element, markStyles);
  setStyles(element, bareStyles);
  setStyles(element, markText);
  setStyle(element, 'color', fill);
  setStyle(element, '-webkit-text-fill-color', fill);
  setStyle(element, 'text-shadow', shadowOf(shadow, kind === 'centre' ? 3 : 1));
  setStyles(element, styles);
  setText(element, text);
  return element;
}

/** Soft and twice, close and wide; it is drawn once and costs nothing while the picture moves. */
function shadowOf(colour: string, times: number): string {
  return `0 0 ${2 * times}px ${colour}, 0 0 ${4 * times}px ${colour}`;
}
