import { expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { keepPicture } from '../fixtures/keep-picture.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordIncidents } from '../fixtures/recorded-incidents.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { test } from '../fixtures/test.ts';
import { inMotion } from '../fixtures/watched-test.ts';
import { WatermarkMarks } from '../fixtures/watermark-marks.ts';

test.use(inMotion);
test.use({ timezoneId: 'Asia/Kolkata' });

/** Counts the pauses of the video from now on. */
async function countPauses(page: Page): Promise<() => Promise<number>> {
  await page.getByTestId('video').evaluate((video) => {
    let pauses = 0;
    video.addEventListener('pause', () => {
      pauses += 1;
      Object.assign(window, { pauses });
    });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'pauses') ?? 0));
}

test('marks name the number and the session: static, hidden, moving, timed, and large on play', async ({
  page,
  server,
  lesson,
  learner,
}, testInfo) => {
  const requests = recordRequests(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  const watch = await playLesson(page, learner, lesson);
  await keepPicture(page, testInfo, 'large');
  const { maskedNumber, sessionCode } = (await requests.stream()).watermark;
  expect(maskedNumber).toContain(learner.contactNumber.slice(-4));
  const marks = await WatermarkMarks.of(page);
  const texts = await marks.texts();
  expect(texts.filter((text) => text.includes(sessionCode)).length).toBeGreaterThanOrEqual(13);
  expect(texts.join()).toContain(maskedNumber);
  expect(texts.join()).not.toContain(learner.contactNumber);
  expect(
    texts.filter((text) => /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+05:30$/.test(text)),
  ).toHaveLength(1);
  await watch.seekForward(4);
  await keepPicture(page, testInfo, 'playing');
  const controls = page.getByTestId('stage').locator('button, input, select');
  expect(await controls.count()).toBeGreaterThan(3);
  expect(await marks.lyingOn(controls)).toEqual([]);

  await test.step('its protection is reported, and no better than it is', async () => {
    const { playbackSessionId: id } = await requests.stream();
    const { playbacks } = endpoints.security;
    const told = async () =>
      (await server.admin.client.call(playbacks, { query: { id } })).items[0];
    await expect.poll(async () => (await told())?.protection).not.toBeNull();
    expect((await told())?.protection).toEqual({
      keySystem: 'org.w3.clearkey',
      videoRobustness: '',
      audioRobustness: '',
      hdcp: 'unknown',
      watermarkCoverage: 1,
      cannotPrevent: [
        ...['camera_at_screen', 'developer_tools', 'other_software_recording'],
        ...['software_decryption', 'unprotected_output'],
      ],
    });
  });
});

test('marks that are removed, hidden or rewritten come back, and it is a violation', async ({
  page,
  lesson,
  learner,
}) => {
  await page.clock.install();
  const incidents = recordIncidents(page);
  const watch = await playLesson(page, learner, lesson);
  const marks = await WatermarkMarks.of(page);
  const before = await marks.texts();
  const pauses = await countPauses(page);

  await test.step('removed', async () => {
    await marks.onHost('this.remove()');
    await expect(watch.security).toContainText('SECURITY WARNING');
    expect((await marks.texts()).length).toBe(before.length);
    expect(await pauses()).toBe(1);
  });

  await test.step('hidden by style, rewritten, and the picture raised over them', async () => {
    // Of one act: within two seconds.
    await marks.onHost(`this.style.setProperty('display', 'none', 'important')`);
    await marks.onFirstMark(`this.textContent = 'Somebody else'`);
    await page.getByTestId('video').evaluate((video) => {
      if (video.parentElement) video.parentElement.style.zIndex = '2147483647';
    });
    expect(await marks.texts()).toEqual(expect.arrayContaining(before.slice(0, 4)));
    await marks.onFirstMark(`this.style.setProperty('color', 'transparent', 'important')`);
    await marks.onFirstMark(`window.colour = this.style.color`);
    expect(await page.evaluate(() => Reflect.get(window, 'colour'))).toBe('rgb(255, 255, 255)');
    const raised = await page
      .getByTestId('video')
      .evaluate(({ parentElement }) => parentElement?.style.zIndex);
    expect(raised).toBe('');
  });

  await test.step('the server knows', async () => {
    const seen = () => incidents.filter(({ type }) => type === 'watermark_tampered');
    await expect.poll(() => seen().length).toBeGreaterThanOrEqual(1);
    expect(seen()[0]).toMatchObject({ confidence: 'high', metadata: { what: 'removed' } });
    await page.clock.fastForward(10_100);
    await expect(watch.security).toHaveCount(0);
    await watch.expectPlaying();
  });

  await test.step('a box that a style sheet draws over them is noted, without a violation', async () => {
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      const box = 'content: ""; position: absolute; inset: 0; background: black';
      sheet.replaceSync(`[data-testid="stage"] > [aria-hidden]::after { ${box} }`);
      document.adoptedStyleSheets = [sheet];
    });
    const covered = () => incidents.find(({ type }) => type === 'extension_interference');
    await expect
      .poll(covered)
      .toMatchObject({ confidence: 'low', metadata: { what: 'covered', where: '::after' } });
    await expect(watch.security).toHaveCount(0);
  });
});

test('a rule of an inspector, a box or a lifted picture does not hide marks unnoticed', async ({
  page,
  played: { incidents, watch },
}) => {
  const marks = await WatermarkMarks.of(page);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  const { styleSheetId } = await session.send('CSS.createStyleSheet', {
    frameId: frameTree.frame.id,
  });
  const range = { startLine: 0, startColumn: 0, endLine: 0, endColumn: 0 };
  await session.send('CSS.addRule', {
    styleSheetId,
    ruleText: 'div[aria-hidden] { display: none !important; opacity: 0 !important }',
    location: range,
  });
  await marks.onHost(
    `window.shown = getComputedStyle(this).display + getComputedStyle(this).opacity`,
  );
  expect(await page.evaluate(() => Reflect.get(window, 'shown'))).toBe('block1');
  await watch.expectPlaying();

  await test.step('a box laid over the marks is noted, without a violation', async () => {
    await page.getByTestId('stage').evaluate((stage) => {
      const box = document.createElement('p');
      // No pointer finds it, and what it lies in has no level of its own.
      const looks = { position: 'fixed', inset: '0', zIndex: '9', pointerEvents: 'none' };
      Object.assign(box.style, looks);
      stage.appendChild(document.createElement('div')).append(box);
    });
    const covered = () => incidents.find(({ type }) => type === 'extension_interference');
    await expect
      .poll(covered)
      .toMatchObject({ confidence: 'low', metadata: { what: 'covered', where: 'p' } });
    await expect(watch.security).toHaveCount(0);
    await watch.expectPlaying();
  });

  await test.step('a video painted above everything else does not play', async () => {
    const isPaused = async () => (await watch.facts()).paused;
    const text = 'video { view-transition-name: lifted !important }';
    await session.send('CSS.setStyleSheetText', { styleSheetId, text });
    await expect.poll(isPaused).toBe(true);
    await session.send('CSS.setStyleSheetText', { styleSheetId, text: '' });
    await expect.poll(isPaused).toBe(false);
  });
});

test('marks that can’t be restored keep playback waiting, even where timers were cleared, events stopped and observers deaf', async ({
  page,
  lesson,
  learner,
}) => {
  await page.addInitScript(() => {
    MutationObserver.prototype.observe = () => undefined;
  });
  const watch = await playLesson(page, learner, lesson);
  await page.evaluate(() => {
    for (let timer = 0; timer < 10_000; timer += 1) {
      clearInterval(timer);
      cancelAnimationFrame(timer);
    }
    // Before the app's own on the video, which come after those of the window.
    for (const name of ['timeupdate', 'play', 'playing']) {
      window.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
    }
    // Painted above everything else, by a style that can’t be removed from the picture.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('video { view-transition-name: lifted !important }');
    document.adoptedStyleSheets = [sheet];
  });
  await expect.poll(async () => (await watch.facts()).paused).toBe(true);
  await page.getByTestId('video').evaluate((video) => {
    if (video instanceof HTMLVideoElement) video.play().catch(() => undefined);
  });
  await expect.poll(async () => (await watch.facts()).paused).toBe(true);
});

test('marks that a style makes too small to read are noticed, and drawn so that they can be read', async ({
  page,
  played: { incidents, watch },
}) => {
  const marks = await WatermarkMarks.of(page);
  const height = async () => {
    await marks.onFirstMark('window.height = this.getBoundingClientRect().height');
    return page.evaluate(() => Number(Reflect.get(window, 'height')));
  };
  const before = await height();
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body { zoom: 0.02 }');
    document.adoptedStyleSheets = [sheet];
  });
  // First: it is gone again after some seconds.
  await expect(watch.security).toContainText('SECURITY WARNING');
  const seen = () => incidents.find(({ type }) => type === 'watermark_tampered');
  await expect
    .poll(seen)
    .toMatchObject({ confidence: 'high', metadata: { what: 'hidden', where: 'zoom 0.02' } });
  await expect.poll(height).toBeGreaterThan(before / 2);
});

/** Calls what React keeps to end effects, and all else there that by its name ends something. */
function callAllEnds(stage: Element): number {
  const ending = /^(?:stop|end|release|destroy|dispose|disconnect|forget|unwatch)/iu;
  const seen = new Set<unknown>();
  const ends: unknown[] = [];
  function search(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 5 || seen.has(value)) return;
    if (value instanceof Node || value === window || 'stateNode' in value) return;
    // Signing out, or ending the player, takes the lesson away anyway; calls that tell the server
    // are silenced.
    if ('signOut' in value) {
      Reflect.set(value, 'call', () => new Promise(() => undefined));
      Reflect.set(Object(Reflect.get(value, 'session')), 'state', () => ({ context: null }));
      return;
    }
    if ('chooseHeight' in value) return;
    seen.add(value);
    for (const [name, held] of Object.entries(value)) {
      if (typeof held === 'function' && ending.test(name)) ends.push(held.bind(value));
      else search(held, depth + 1);
    }
  }
  function walk(fiber: unknown): void {
    if (typeof fiber !== 'object' || fiber === null) return;
    let hook: unknown = Reflect.get(fiber, 'memoizedState');
    for (; typeof hook === 'object' && hook !== null; hook = Reflect.get(hook, 'next')) {
      search(Reflect.get(hook, 'memoizedState'), 0);
    }
    search(Reflect.get(fiber, 'updateQueue'), 0);
    search(Reflect.get(fiber, 'memoizedProps'), 0);
    walk(Reflect.get(fiber, 'child'));
    walk(Reflect.get(fiber, 'sibling'));
  }
  const key = Object.keys(stage).find((name) => name.startsWith('__reactFiber$')) ?? '';
  let top: unknown = Reflect.get(stage, key);
  for (let level = 0; level < 4; level += 1) top = Reflect.get(Object(top), 'return');
  walk(top);
  for (const end of ends) {
    try {
      if (typeof end === 'function') end();
    } catch {
      // It wanted to be called otherwise.
    }
  }
  return ends.length;
}

test('page code that uses the app’s own means to end things leaves the marks and the watch over them', async ({
  page,
  played: { incidents },
}) => {
  const marks = await WatermarkMarks.of(page);
  const before = (await marks.texts()).length;
  expect(await page.getByTestId('stage').evaluate(callAllEnds)).toBeGreaterThan(10);
  await expect(page.getByTestId('stage')).toBeVisible();
  expect((await marks.texts()).length).toBe(before);
  await marks.onHost('this.remove()');
  const seen = () => incidents.filter(({ type }) => type === 'watermark_tampered');
  await expect.poll(() => seen().length).toBeGreaterThanOrEqual(1);
  expect((await marks.texts()).length).toBe(before);
  const captured = await page.getByTestId('video').evaluate((video) => {
    try {
      Reflect.apply(Reflect.get(video, 'captureStream'), video, []);
      return 'captured';
    } catch (error) {
      return String(Reflect.get(Object(error), 'name'));
    }
  });
  expect(captured).toBe('NotAllowedError');

  await test.step('without its stage the video loses its media, even if none of its events arrive', async () => {
    const video = await page.getByTestId('video').evaluateHandle((element) => {
      if (!(element instanceof HTMLVideoElement)) throw new Error('no video');
      document.querySelector('[data-testid=stage]')?.remove();
      const root = document.body
        .appendChild(document.createElement('div'))
        .attachShadow({ mode: 'open' });
      for (const name of ['play', 'playing', 'timeupdate', 'pause']) {
        root.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
      }
      setTimeout(() => root.append(element), 2500);
      setInterval(() => void element.play().catch(() => undefined), 100);
      return element;
    });
    await expect.poll(() => video.evaluate(({ readyState }) => readyState)).toBe(0);
  });
});
