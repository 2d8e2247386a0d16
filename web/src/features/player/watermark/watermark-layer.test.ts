// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { areApart } from './mark-position.ts';
import { marksOf, movingApart, timePlace } from './marks.ts';
import { createWatermarkLayer } from './watermark-layer.ts';

const motion = vi.hoisted(() => {
  // References taken at load may belong to an earlier file's window.
  vi.resetModules();
  class MediaQueryList {
    static isCalm = false;
    get matches() {
      return MediaQueryList.isCalm;
    }
  }
  // The browser's own, which jsdom lacks.
  const matchMedia = () => new MediaQueryList();
  Object.assign(window, { MediaQueryList, matchMedia });
  return MediaQueryList;
});

function aLayer(testMode = false) {
  const watermark = { maskedNumber: '••••3210', sessionCode: 'AB12' };
  const policy = { watermarkOpacity: 0.3, testMode };
  return createWatermarkLayer(marksOf({ watermark, policy, testLabel: 'TEST MODE' }));
}

function opacityOfLarge(layer: ReturnType<typeof aLayer>): number {
  return Number(layer.drawn().find(({ mark }) => mark.kind === 'centre')?.element.style.opacity);
}

test.each([
  { isCalm: false, transition: 'opacity 600ms ease-out' },
  { isCalm: true, transition: 'none' },
])('the large mark stands on play, and fades unless nothing shall move: %o', (given) => {
  motion.isCalm = given.isCalm;
  const layer = aLayer();
  const large = () => layer.drawn().find(({ mark }) => mark.kind === 'centre')?.element.style;
  expect(opacityOfLarge(layer)).toBe(0);
  layer.announce();
  expect(opacityOfLarge(layer)).toBeGreaterThan(0.5);
  expect(large()?.transition).toBe('none');
  layer.conceal();
  expect(opacityOfLarge(layer)).toBe(0);
  expect(large()?.transition).toBe(given.transition);
});

test('a test is labelled over the picture, and nothing else is', () => {
  const said = (testMode: boolean) => aLayer(testMode).root.textContent;
  expect(said(true)).toContain('TEST MODE');
  expect(said(false)).not.toContain('TEST MODE');
});

test('moving marks keep off each other and off the time, from the first on and wherever it goes', () => {
  for (let session = 0; session < 40; session += 1) stayApart(aLayer());
});

function stayApart(layer: ReturnType<typeof aLayer>) {
  const places = () =>
    layer
      .drawn()
      .filter(({ mark }) => mark.kind === 'moving')
      .map(({ element: { style } }) => ({
        left: Number.parseFloat(style.left),
        top: Number.parseFloat(style.top),
      }));
  for (let turn = 0; turn < 30; turn += 1) {
    if (turn > 0) layer.moveNext();
    const [one, two, three] = places();
    if (!(one && two && three)) throw new Error('Three marks move');
    for (const [a, b] of [
      [one, two],
      [one, three],
      [two, three],
    ] as const) {
      expect(areApart(a, b, movingApart)).toBe(true);
    }
    for (const place of [one, two, three]) {
      for (const minute of [0, 1, 2, 3]) {
        // Half of the line of the time, and half of its own, in a wide font.
        expect(areApart(place, timePlace(minute * 60_000), 13.1 + 7.3)).toBe(true);
      }
    }
  }
}

test('marks stand beside an open menu, all of them and apart, and go back when it closes', () => {
  for (let session = 0; session < 40; session += 1) {
    const layer = aLayer();
    const styleOf = (kind: string) =>
      layer.drawn().flatMap(({ mark, element }) => (mark.kind === kind ? [element.style] : []));
    const lefts = () =>
      [...styleOf('moving'), ...styleOf('time')].map(({ left }) => Number.parseFloat(left));
    const corners = () => styleOf('static').map(({ right }) => right);
    const before = corners();
    // On the right, where the menu is.
    layer.showTime('12:00', { left: 86, top: 50 });
    layer.keepBeside(true);
    for (let turn = 0; turn < 9; turn += 1) {
      expect(Math.max(...lefts())).toBeLessThan(60);
      expect(lefts()).toHaveLength(4);
      layer.moveNext();
    }
    layer.redraw();
    expect(corners().at(-1)).toBe('30%');
    layer.keepBeside(false);
    expect(corners()).toEqual(before);
    expect(lefts().at(-1)).toBe(86);
  }
});
