// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { hasOwnUse } from './own-keys.ts';

afterEach(() => document.body.replaceChildren());

function within(html: string): Element {
  document.body.innerHTML = html;
  const target = document.body.querySelector('[data-target]');
  if (target === null) throw new Error('nothing to press a key in');
  return target;
}

test.each([
  ['<textarea data-target></textarea>', ['k', 'ArrowLeft', '5']],
  ['<input data-target type="text">', ['k', 'ArrowLeft', '5']],
  ['<div role="menu"><div role="menuitem" data-target></div></div>', ['m', 'ArrowDown', 'Home']],
  ['<div role="dialog"><button data-target></button></div>', ['k', '?']],
  ['<input data-target type="range">', ['ArrowLeft', 'ArrowUp', 'Home', 'End']],
])('%s keeps its keys', (html, keys) => {
  const target = within(html);
  expect(keys.filter((key) => !hasOwnUse(target, key))).toEqual([]);
});

test.each([
  ['<button data-target></button>', ['k', 'ArrowLeft', '5']],
  ['<input data-target type="range">', ['k', 'm', '5', '?']],
  ['<input data-target type="range" data-timeline>', ['k', 'ArrowLeft', 'ArrowUp', 'Home', '5']],
])('%s swallows none that steers the video', (html, keys) => {
  const target = within(html);
  expect(keys.filter((key) => hasOwnUse(target, key))).toEqual([]);
});
