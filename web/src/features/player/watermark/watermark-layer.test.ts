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

function opacitiesOnPlay(): unknown[] {
  aLayer().announce();
  const frames: readonly { readonly opacity: number }[] = animate.mock.calls[0]?.[0] ?? [];
  return frames.map(({ opacity }) => opacity);
}

test('the large mark fades on play', () => {
  isCalm = false;
  expect(opacitiesOnPlay().at(-1)).toBe(0);
});

test('where somebody wants no motion it stands, and goes at once', () => {
  isCalm = true;
  const opacities = opacitiesOnPlay();
  expect(new Set(opacities).size).toBe(1);
  expect(opacities[0]).toBeGreaterThan(0);
});

test('a test says so over the picture, and nothing else does', () => {
  const said = (testMode: boolean) => aLayer(testMode).root.textContent;
  expect(said(true)).toContain('TEST MODE');
  expect(said(false)).not.toContain('TEST MODE');
});
