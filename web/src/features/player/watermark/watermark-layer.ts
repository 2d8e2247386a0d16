import type { Mark } from './marks.ts';
import { nextPlace, type Place } from './place.ts';

/** How the layer lies over the picture; `!important`, so that a style sheet does not undo it. */
export const layerStyles = {
  position: 'absolute',
  top: '0px',
  right: '0px',
  bottom: '0px',
  left: '0px',
  'z-index': '3',
  display: 'block',
  visibility: 'visible',
  opacity: '1',
  transform: 'none',
  filter: 'none',
  'clip-path': 'none',
  'mix-blend-mode': 'normal',
  translate: 'none',
  rotate: 'none',
  scale: 'none',
  'mask-image': 'none',
  'offset-path': 'none',
  'content-visibility': 'visible',
  overflow: 'hidden',
  'pointer-events': 'none',
} as const;

// Taken before a page could put a spy in its place, which would be handed the closed root.
const { attachShadow } = Element.prototype;

/**
 * What marks take over from the layer: nothing of the page's, which may be of clear letters. The
 * app's own letters come last, for those that a system has none of: its machine may know no Hindi.
 */
const ownText = {
  all: 'initial',
  'font-family': 'system-ui, sans-serif, "Prahari Sans"',
} as const;

const announcedOpacity = '0.55';
const fadeMs = 600;
const centre = { left: 50, top: 50 };

/** A mark in the page, and what it must look like. */
export interface DrawnMark {
  readonly mark: Mark;
  readonly element: HTMLElement;
}

export interface WatermarkLayer {
  /** Put this over the picture. */
  readonly host: HTMLElement;
  /** Holds the marks; closed, so that neither scripts nor style sheets of the page reach them. */
  readonly root: ShadowRoot;
  readonly drawn: () => readonly DrawnMark[];
  /** Draws everything anew, and the layer's own style too. */
  redraw(): void;
  /** One of the moving marks takes another place; each in its turn. */
  moveNext(): void;
  showTime(text: string, place: { readonly left: string; readonly top: string }): void;
  /** The large mark in the centre; stands until it is concealed. */
  announce(): void;
  conceal(): void;
}

/** Draws the marks with the DOM alone: the content security policy takes no style of a text. */
export function createWatermarkLayer(marks: readonly Mark[]): WatermarkLayer {
  const host = document.createElement('div');
  const root = attachShadow.call(host, { mode: 'closed' });
  const places: Place[] = marks.map(() => nextPlace(centre, Math.random));
  let drawn: DrawnMark[] = [];
  let time = { text: '', place: { left: '50%', top: '24%' } };
  let turn = 0;

  function redraw() {
    for (const { name } of [...host.attributes]) host.removeAttribute(name);
    host.setAttribute('aria-hidden', 'true');
    for (const [name, value] of Object.entries({ ...ownText, ...layerStyles })) {
      host.style.setProperty(name, value, 'important');
    }
    drawn = marks.map((mark) => ({ mark, element: elementOf(mark) }));
    root.replaceChildren(...drawn.map(({ element }) => element));
    drawn.forEach(({ mark, element }, index) => {
      if (mark.kind === 'moving') put(element, places[index] ?? centre);
    });
    drawTime();
  }

  function drawTime() {
    const element = elementsOf('time')[0];
    if (element === undefined) return;
    Object.assign(element.style, time.place);
    const line = element.lastElementChild;
    if (line) line.textContent = time.text;
  }

  const elementsOf = (kind: Mark['kind']) =>
    drawn.filter(({ mark }) => mark.kind === kind).map(({ element }) => element);

  redraw();
  return {
    host,
    root,
    drawn: () => drawn,
    redraw,
    moveNext() {
      const moving = [...drawn.keys()].filter((index) => drawn[index]?.mark.kind === 'moving');
      const index = moving[turn % Math.max(1, moving.length)];
      turn += 1;
      if (index === undefined) return;
      const place = nextPlace(places[index] ?? centre, Math.random);
      places[index] = place;
      const element = drawn[index]?.element;
      if (element) put(element, place);
    },
    showTime(text, place) {
      time = { text, place };
      drawTime();
    },
    announce() {
      for (const element of elementsOf('centre')) element.style.opacity = announcedOpacity;
    },
    conceal() {
      for (const element of elementsOf('centre')) fade(element);
    },
  };
}

/** At once where somebody wants no motion. */
function fade(element: HTMLElement): void {
  const { opacity } = element.style;
  element.style.opacity = '0';
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // Short: as long as it runs each frame of the screen is drawn, whatever the video's rate.
  element.animate([{ opacity }, { opacity: '0' }], { duration: fadeMs, easing: 'ease-out' });
}

function put(element: HTMLElement, { left, top }: Place): void {
  element.style.left = `${left}%`;
  element.style.top = `${top}%`;
}

function elementOf({ kind, lines, tone, styles }: Mark): HTMLElement {
  const element = document.createElement('div');
  const [fill, edge] = tone === 'light' ? ['#ffffff', '#000000'] : ['#000000', '#ffffff'];
  const looks = {
    position: 'absolute',
    color: fill,
    'font-family': 'inherit',
    'font-weight': '600',
    'line-height': '1.3',
    'white-space': 'nowrap',
    'text-shadow': edgeOf(edge),
    ...styles,
  };
  for (const [name, value] of Object.entries(looks)) element.style.setProperty(name, value);
  const shown = kind === 'time' ? [...lines, ''] : lines;
  element.replaceChildren(
    ...shown.map((text) => {
      const line = document.createElement('div');
      line.textContent = text;
      return line;
    }),
  );
  return element;
}

/** An edge all around that is drawn once and costs nothing while the picture moves. */
function edgeOf(colour: string): string {
  const around = ['1px 0', '-1px 0', '0 1px', '0 -1px'].map((at) => `${at} 0 ${colour}`);
  return [...around, `0 0 3px ${colour}`].join(', ');
}
