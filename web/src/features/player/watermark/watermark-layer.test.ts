// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { marksOf } from './marks.ts';
import { createWatermarkLayer } from './watermark-layer.ts';

const animate = vi.fn();
let isCalm = false;

// The browser's own, which jsdom lacks.
beforeEach(() => {
  animate.mockClear();
  Object.assign(Element.prototype, { animate });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isCalm && query === '(prefers-reduced-motion: reduce)',
  }));
});
afterEach(() => void vi.unstubAllGlobals());

function aLayer(testMode = false) {
  const watermark = { maskedNumber: '••••3210', sessionCode: 'AB12' };
  const policy = { watermarkOpacity: 0.3, testMode };
  return createWatermarkLayer(marksOf({ watermark, policy, testLabel: 'TEST MODE' }));
}

function opacityOfLarge(layer: ReturnType<typeof aLayer>): number {
  return Number(layer.drawn().find(({ mark }) => mark.kind === 'centre')?.element.style.opacity);
}

test('the large mark stands on play, and fades', () => {
  isCalm = false;
  const layer = aLayer();
  expect(opacityOfLarge(layer)).toBe(0);
  layer.announce();
  expect(opacityOfLarge(layer)).toBeGreaterThan(0.5);
  expect(animate).not.toHaveBeenCalled();
  layer.conceal();
  expect(opacityOfLarge(layer)).toBe(0);
  expect(animate).toHaveBeenCalledWith([{ opacity: '0.55' }, { opacity: '0' }], expect.anything());
});

test('where somebody wants no motion it goes at once', () => {
  isCalm = true;
  const layer = aLayer();
  layer.announce();
  layer.conceal();
  expect(opacityOfLarge(layer)).toBe(0);
  expect(animate).not.toHaveBeenCalled();
});

test('a test says so over the picture, and nothing else does', () => {
  const said = (testMode: boolean) => aLayer(testMode).root.textContent;
  expect(said(true)).toContain('TEST MODE');
  expect(said(false)).not.toContain('TEST MODE');
});
