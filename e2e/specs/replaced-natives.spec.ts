import { expect, test } from '@playwright/test';
import { openWatermarkLab } from '../fixtures/watermark-lab.ts';

test('no function of the browser that is replaced after load is handed anything by the guard, or blinds it', async ({
  page,
}) => {
  await openWatermarkLab(page);
  const outcome = await page.evaluate(async () => {
    const { lab } = window;
    const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
    const video = document.querySelector('video');
    if (video === null) throw new Error('there is no video');
    const isPaused = getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'paused')?.get;
    const removeElement = Element.prototype.remove;
    const captureStream: unknown = Reflect.get(HTMLMediaElement.prototype, 'captureStream');
    const { drawImage } = CanvasRenderingContext2D.prototype;
    const canvas = document.createElement('canvas').getContext('2d');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body { zoom: 0.02 }');
    const sheets = [sheet];
    const setSheets = getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets')?.set;

    // Everything that has functions: constructors, their prototypes, namespaces, iterators, the window.
    const owners = new Map<object, string>([[window, 'window']]);
    for (const name of Object.getOwnPropertyNames(window)) {
      const value: unknown = getOwnPropertyDescriptor(window, name)?.value;
      if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) continue;
      if (value === window || value === lab) continue;
      owners.set(value, name);
      const prototype: unknown = Reflect.get(value, 'prototype');
      if (typeof prototype === 'object' && prototype !== null) owners.set(prototype, `${name}#`);
    }
    for (const iterable of [[], '', new Map(), new Set()]) {
      const iterator = getPrototypeOf(iterable[Symbol.iterator]());
      if (iterator !== null) owners.set(iterator, `${iterable.constructor.name} iterator#`);
    }
    const called = new Set<string>();
    const noteCall = called.add.bind(called);
    const replaced: [object, PropertyKey, PropertyDescriptor][] = [];
    const lies: PropertyDescriptor[] = [];
    for (const [owner, name] of owners) {
      for (const key of ownKeys(owner)) {
        const present = getOwnPropertyDescriptor(owner, key);
        if (present === undefined || key === 'constructor') continue;
        if (present.configurable !== true && present.writable !== true) continue;
        const text = `${name}.${String(key)}`;
        const lie = () => {
          noteCall(text);
          throw new RangeError(text);
        };
        if (typeof present.value === 'function') lies.push({ ...present, value: lie });
        else if (present.get !== undefined && present.configurable === true) {
          lies.push({ ...present, get: lie, ...(present.set ? { set: lie } : {}) });
        } else continue;
        replaced.push([owner, key, present]);
      }
    }
    lab.passSecond();
    lab.takeNotices();
    const notAllowed: unknown[] = [];
    const errors: unknown[] = [];
    const attempt = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        errors[errors.length] = error;
      }
    };
    // All at once, which covers what each would do alone.
    for (let index = 0; index < replaced.length; index += 1) {
      const place = replaced[index];
      const lie = lies[index];
      if (place && lie) defineProperty(place[0], place[1], lie);
    }
    attempt(() => lab.passSecond());
    attempt(() => apply(removeElement, lab.host, []));
    // The observer is notified.
    await null;
    attempt(() => setSheets && apply(setSheets, document, [sheets]));
    attempt(() => lab.passSecond());
    try {
      if (typeof captureStream === 'function') apply(captureStream, video, []);
    } catch (error) {
      notAllowed[0] = error;
    }
    try {
      if (canvas) apply(drawImage, canvas, [video, 0, 0]);
    } catch (error) {
      notAllowed[1] = error;
    }
    attempt(() => lab.noteBlur());
    attempt(() => lab.noteBlur());
    for (let index = replaced.length - 1; index >= 0; index -= 1) {
      const place = replaced[index];
      if (place) defineProperty(place[0], place[1], place[2]);
    }
    return {
      replaced: replaced.length,
      called: [...called],
      errors: errors.map(String),
      notices: lab.takeNotices(),
      refused: notAllowed.map((error) => String(Reflect.get(Object(error), 'name'))),
      paused: isPaused && apply(isPaused, video, []),
      isBack: lab.host.isConnected,
    };
  });
  expect(outcome.replaced).toBeGreaterThan(5000);
  expect(outcome).toMatchObject({ called: [], errors: [], paused: true, isBack: true });
  expect(outcome.notices).toEqual([
    ...['removed: the layer is gone', 'hidden: zoom 0.02', 'effect on body: zoom'],
    ...['warning first', 'recorded capture_stream', 'recorded canvas_read'],
    // Once, however often.
    'recorded window_blurred',
  ]);
  expect(outcome.refused).toEqual(['NotAllowedError', 'NotAllowedError']);
});
