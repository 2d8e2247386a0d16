// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { watchStyles } from './looks.ts';

// References taken at load may belong to an earlier file's window.
vi.hoisted(() => {
  vi.resetModules();
  // The browser's own, which jsdom lacks.
  Object.defineProperty(Element.prototype, 'currentCSSZoom', {
    get(this: Element) {
      return Number(this.getAttribute('data-zoom') ?? 1);
    },
  });
});

test('a mark that changes while pixels change their size does not begin again', () => {
  const element = document.body.appendChild(document.createElement('div'));
  const mark = { kind: 'static', text: '', tone: 'light', styles: {} } as const;
  const drawn = { element, text: '', opacity: '1', mark };
  const restyled = watchStyles(1);
  expect(restyled(drawn, 0)).toBe(null);
  element.dataset['zoom'] = '2';
  expect(restyled(drawn, 0)).toBe(null);
  element.dataset['zoom'] = '3';
  element.style.visibility = 'hidden';
  expect(restyled(drawn, 0)).toBe('visibility');
});
