// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coverOver, effectOn } from './cover-over.ts';
import { marksOf } from './marks.ts';
import { createWatermarkLayer } from './watermark-layer.ts';

// Without layout all lies at one point, but for what says otherwise.
vi.hoisted(() => {
  // References taken at load may belong to an earlier file's window.
  vi.resetModules();
  Element.prototype.getBoundingClientRect = function () {
    const given = (name: string) => this.getAttribute(`data-${name}`);
    const size = Number(given('size') ?? 100);
    return new DOMRect(Number(given('left')), 0, Number(given('width') ?? size), size);
  };
});

const watermark = { maskedNumber: '••••3210', sessionCode: 'AB12' };
const policy = { watermarkOpacity: 0.3, testMode: false };
const layer = createWatermarkLayer(marksOf({ watermark, policy, testLabel: 'TEST MODE' }));
let frame: HTMLElement;
let stage: HTMLElement;
let video: HTMLVideoElement;

beforeEach(() => {
  frame = document.body.appendChild(document.createElement('div'));
  stage = frame.appendChild(document.createElement('div'));
  video = stage.appendChild(document.createElement('video'));
  stage.append(layer.host);
});
afterEach(() => document.body.replaceChildren());

function put(parent: Element, styles: Partial<CSSStyleDeclaration>, tag = 'div'): HTMLElement {
  const element = parent.appendChild(document.createElement(tag));
  Object.assign(element.style, { position: 'absolute', ...styles });
  return element;
}

function putEmpty(): HTMLElement {
  const box = put(stage, { zIndex: '9' });
  Object.assign(box.dataset, { left: '-9', size: '0' });
  return box;
}

/** As high as a mark, and as wide as it is said of. */
function putStripe(left: string, width: string): void {
  Object.assign(put(stage, { zIndex: '9' }).dataset, { left, width });
}

test('captions, controls and cards lie below the marks', () => {
  for (const zIndex of ['1', '2']) put(put(stage, { zIndex }), { zIndex: '9' });
  expect(coverOver({ layer, stage })).toBe(null);
});

test.each([
  ['in the stage', () => put(stage, { zIndex: '3' })],
  ['beside the stage', () => put(frame, { zIndex: '2147483647' })],
  ['in a wrapper without a level', () => put(put(stage, {}), { zIndex: '4' })],
  ['within an empty box', () => put(putEmpty(), {})],
  [
    'in an open shadow tree',
    () => {
      const root = put(stage, {}).attachShadow({ mode: 'open' });
      root.append(put(stage, { zIndex: '9' }));
    },
  ],
  ['over a quarter of a mark', () => putStripe('0', '30')],
  ['over the first signs of a mark', () => putStripe('0', '14')],
  ['over the last signs of a mark', () => putStripe('86', '14')],
  ['between the quarters of a mark', () => putStripe('55', '15')],
  ['in the top layer', () => put(document.body, {}, 'dialog').toggleAttribute('open', true)],
])('a box %s is seen', (_, cover) => {
  cover();
  expect(coverOver({ layer, stage })).toMatch(/^(?:div|dialog)$/);
});

test.each([{ opacity: '0' }, { visibility: 'hidden' }, { display: 'none' }])(
  'an invisible box covers nothing: %o',
  (styles) => {
    put(stage, { zIndex: '9', ...styles });
    expect(coverOver({ layer, stage })).toBe(null);
  },
);

test('a box elsewhere covers no mark', () => {
  put(stage, { zIndex: '9' }).dataset['left'] = '500';
  expect(coverOver({ layer, stage })).toBe(null);
});

test.each([
  { filter: 'blur(3px)' },
  { opacity: '0.5' },
  { transform: 'scale(0.2)' },
  { 'mix-blend-mode': 'multiply' },
])('what changes the picture with its marks is seen: %o', (styles) => {
  expect(effectOn({ video })).toBe(null);
  for (const [name, value] of Object.entries(styles)) frame.style.setProperty(name, value);
  expect(effectOn({ video })).toBe(`div: ${Object.keys(styles)[0]}`);
});
