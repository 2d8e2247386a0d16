import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMoved, useNear } from './use-near.ts';

/** How far below the window the element is. */
let belowPixels = 0;
let watching = 0;

class FakeObserver {
  readonly #hear: (entries: { isIntersecting: boolean }[]) => void;
  readonly #margin: number;

  constructor(
    hear: (entries: { isIntersecting: boolean }[]) => void,
    { rootMargin }: { rootMargin: string },
  ) {
    this.#hear = hear;
    this.#margin = Number.parseFloat(rootMargin.split(' ')[2] ?? '');
  }

  observe() {
    watching += 1;
    this.#hear([{ isIntersecting: belowPixels <= this.#margin }]);
  }

  disconnect() {
    watching -= 1;
  }
}

beforeEach(() => {
  watching = 0;
  vi.stubGlobal('IntersectionObserver', FakeObserver);
});
afterEach(cleanup);

function watch(pixelsBelow: number) {
  const place = { current: document.createElement('div') };
  return renderHook((margin: number) => useNear(place, margin), { initialProps: pixelsBelow });
}

test.each([
  ['its edge alone is seen', -4, -64, false],
  ['more than a heading is seen', -64, -64, true],
  ['it is below the window', 200, 256, true],
  ['it is far below', 2000, 256, false],
])('where %s', (_, below, margin, isNear) => {
  belowPixels = below;
  const { result, unmount } = watch(margin);
  expect(result.current).toBe(isNear);
  unmount();
  expect(watching).toBe(0);
});

test('what is not near becomes so when more counts as near, and stays so', () => {
  belowPixels = 200;
  const { result, rerender } = watch(-64);
  expect(result.current).toBe(false);
  rerender(256);
  expect(result.current).toBe(true);
  rerender(-64);
  expect(result.current).toBe(true);
  expect(watching).toBe(0);
});

test('a browser that can not tell what is in the window has all near', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  Reflect.deleteProperty(window, 'IntersectionObserver');
  expect(watch(-64).result.current).toBe(true);
});

test.each(['wheel', 'scroll', 'keydown', 'click'])('a learner moves by %s', (move) => {
  const { result } = renderHook(useMoved);
  expect(result.current).toBe(false);
  act(() => void window.dispatchEvent(new Event(move)));
  expect(result.current).toBe(true);
});
