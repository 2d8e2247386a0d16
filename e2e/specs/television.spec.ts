import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { findNewerThanChromium79, listLearnerScripts } from '../fixtures/old-chromium.ts';
import { findStylesNewerThanChromium79 } from '../fixtures/old-styles.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { test } from '../fixtures/test.ts';

/** Samsung's browser of 2021. */
const userAgent =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 79.0.3945.79/6.0 TV Safari/537.36';
const dist = path.resolve(import.meta.dirname, '../../web/dist');
/** What libraries ask for before they use it. */
const asked = ['getAnimations', 'checkVisibility', 'FinalizationRegistry'];
/** Kept by Intl of Chromium 79 as codes; the rest of `old-browsers.js` is run below. */
const readReplaced = (): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../web/public/old-browsers.js'), 'utf8');

test('scripts of learners use nothing that Chromium 79 lacks without a polyfill', () => {
  const scripts = listLearnerScripts(dist);
  expect(scripts.length).toBeGreaterThan(20);
  const added = readReplaced();
  for (const script of scripts) {
    const { syntax, builtIns } = findNewerThanChromium79(
      readFileSync(path.join(dist, script), 'utf8'),
    );
    expect(syntax, script).toEqual([]);
    const missing = builtIns.filter(
      (name) => !(asked.includes(name) || added.includes(`'${name}'`)),
    );
    expect(missing, script).toEqual([]);
  }
});

test('the check sees what is newer', () => {
  const { syntax, builtIns } = findNewerThanChromium79(
    'class A { static {} #b() {} } a?.b; a ?? b; a ||= b; /x/v; list.at(1); structuredClone(a);',
  );
  expect(syntax).toEqual([
    ...['static block', 'private method', 'optional chaining', 'nullish coalescing'],
    ...['logical assignment', 'regex flag'],
  ]);
  expect(builtIns).toEqual(['at', 'structuredClone']);
});

test('styles use nothing that Chromium 79 lacks, and each gap has margins as a fallback', async () => {
  const folder = path.join(dist, 'assets');
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(20);
  for (const sheet of sheets) {
    const css = readFileSync(path.join(folder, sheet), 'utf8');
    expect(await findStylesNewerThanChromium79(css), sheet).toEqual({ features: [], gaps: [] });
  }
});

test('the check of styles sees what is newer', async () => {
  const { features, gaps } = await findStylesNewerThanChromium79(
    '.a{display:flex;gap:4px} @layer x{.b:has(p){color:red}} .c{height:100dvh} :is(.d,.e){top:0}',
  );
  expect(gaps).toEqual(['.a']);
  expect([...features].sort()).toEqual([
    ...['css-cascade-layers', 'css-has', 'css-matches-pseudo', 'viewport-unit-variants'],
  ]);
});

test.describe('on a TV that fills its screen and has no other fullscreen', () => {
  test.use({ userAgent });

  // In every run: `use-fullscreen-keys.test.ts`, `Controls.test.tsx`.
  test('a lesson plays, the arrows lead through the controls, and back leaves', {
    tag: '@soak',
  }, async ({ page, learner, lesson }) => {
    await page.addInitScript(() => {
      const supports = CSS.supports.bind(CSS);
      Object.assign(CSS, {
        supports: (name: string, value: string) => name !== 'appearance' && supports(name, value),
      });
      const gone: readonly (readonly [object, readonly string[]])[] = [
        [Element.prototype, ['requestFullscreen', 'webkitRequestFullscreen', 'replaceChildren']],
        [Element.prototype, ['webkitRequestFullScreen']],
        [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'with']],
        [String.prototype, ['at', 'replaceAll']],
        [Object, ['hasOwn']],
        [Promise, ['withResolvers']],
        [URL, ['canParse']],
        [Crypto.prototype, ['randomUUID']],
      ];
      for (const [holder, names] of gone) {
        for (const name of names) Reflect.deleteProperty(holder, name);
      }
    });
    const watch = await playLesson(page, learner, lesson, { fills: true });
    const frame = await watch.frame.boundingBox();
    expect(frame).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    expect(await page.evaluate(() => Object.hasOwn.toString())).not.toContain('native');
    await expect(page.getByRole('button', { name: 'Pause' })).toHaveCSS('margin-right', '8px');

    const focused = page.locator(':focus');
    const press = (key: string) => page.keyboard.press(key);
    const goBack = () =>
      page.evaluate(() => {
        const init = { key: 'GoBack', bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
      });
    await press('ArrowDown');
    await expect(focused).toHaveAccessibleName('Pause');
    await press('ArrowRight');
    await expect(focused).toHaveAccessibleName('Back 10 seconds');
    await press('ArrowUp');
    await expect(focused).toHaveAccessibleName('Position in the video');
    await press('ArrowDown');
    await press('ArrowLeft');
    await press('ArrowLeft');
    await expect(focused).toHaveAccessibleName('Pause');
    await press('Enter');
    await expect.poll(() => watch.facts()).toMatchObject({ paused: true });
    await press('Enter');
    await watch.expectPlaying();

    await test.step('they lead through the menu, and back closes that alone', async () => {
      await watch.settings.focus();
      await press('Enter');
      await expect(focused).toHaveAccessibleName('Quality Auto');
      await press('ArrowDown');
      await expect(focused).toHaveAccessibleName('Speed 1×');
      await press('ArrowRight');
      await expect(focused).toHaveAccessibleName('0.5×');
      await press('ArrowLeft');
      await expect(watch.menus).toHaveCount(1);
      await goBack();
      await expect(watch.menus).toHaveCount(0);
      await expect(focused).toHaveAccessibleName('Settings');
      await watch.expectPlaying();
    });

    await goBack();
    await expect(watch.overlay).toBeVisible();
    expect(await watch.facts()).toMatchObject({ paused: true });
  });
});
