import { expect, type Page } from '@playwright/test';
import { playLesson } from '../fixtures/play-lesson.ts';
import { test } from '../fixtures/test.ts';
import { inMotion } from '../fixtures/watched-test.ts';

test.use(inMotion);

/** What a learner enters in the console: each act with its outcome. */
function attack(page: Page, name: 'own page' | 'put back' | 'frame') {
  return page.evaluate(async (from) => {
    const video = document.querySelector('video');
    if (video === null) throw new Error('there is no video');
    const outcomes: Record<string, string> = {};
    async function tries(act: string, work: () => unknown) {
      try {
        await work();
        outcomes[act] = 'done';
      } catch (error) {
        // An error of a frame is no instance of this page's classes.
        outcomes[act] = String(Reflect.get(Object(error), 'name'));
      }
    }
    const call = (owner: object, method: string, receiver: object, ...given: unknown[]) => {
      const found: unknown = Reflect.get(owner, method);
      if (typeof found !== 'function') throw new RangeError(`no ${method}`);
      const answer: unknown = Reflect.apply(found, receiver, given);
      return answer;
    };
    function realmOf() {
      if (from === 'own page') return window;
      const frame = document.createElement('iframe');
      document.body.append(frame);
      return frame.contentWindow ?? window;
    }
    const realm = Object(realmOf());
    if (from === 'put back') {
      await tries('assign', () => {
        const { captureStream } = realm.HTMLMediaElement.prototype;
        const isSet = Reflect.set(HTMLMediaElement.prototype, 'captureStream', captureStream);
        if (!isSet) throw new TypeError('kept');
      });
      await tries('define', () =>
        Object.defineProperty(CanvasRenderingContext2D.prototype, 'drawImage', { value: null }),
      );
      await tries('delete', () => {
        if (!Reflect.deleteProperty(MediaDevices.prototype, 'getDisplayMedia')) {
          throw new TypeError('kept');
        }
      });
      return outcomes;
    }
    const context = realm.document.createElement('canvas').getContext('2d');
    const webgl = realm.document.createElement('canvas').getContext('webgl');
    await tries('captureStream', () =>
      call(realm.HTMLMediaElement.prototype, 'captureStream', video),
    );
    await tries('drawImage', () =>
      call(realm.CanvasRenderingContext2D.prototype, 'drawImage', context, video, 0, 0),
    );
    if (webgl) {
      await tries('texImage2D', () => {
        const { TEXTURE_2D, RGBA, UNSIGNED_BYTE } = webgl;
        webgl.texImage2D(TEXTURE_2D, 0, RGBA, RGBA, UNSIGNED_BYTE, video);
      });
    }
    await tries('createImageBitmap', () => call(realm, 'createImageBitmap', realm, video));
    await tries('VideoFrame', () => new realm.VideoFrame(video));
    await tries(
      'VideoFrame by its prototype',
      () => new realm.VideoFrame.prototype.constructor(video),
    );
    await tries('requestPictureInPicture', () =>
      call(realm.HTMLVideoElement.prototype, 'requestPictureInPicture', video),
    );
    await tries('createMediaElementSource', () =>
      new realm.AudioContext().createMediaElementSource(video),
    );
    await tries('getDisplayMedia', () =>
      call(realm.MediaDevices.prototype, 'getDisplayMedia', navigator.mediaDevices),
    );
    return outcomes;
  }, name);
}

const refused = 'NotAllowedError';

/**
 * Begins and ends a watch by all that the app's scripts export; the text says how many exports
 * there were.
 */
const watchByExports = `(async () => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const scripts = loaded.filter((name) => name.startsWith(location.origin) && name.endsWith('.js'));
  const exported = [];
  for (const script of scripts) {
    if (/theme|old-browsers/.test(script)) continue;
    exported.push(...Object.values(await import(script)));
  }
  const deaf = { refused() {}, asked: () => ({ isAllowed: true, ended() {} }) };
  for (const one of exported) {
    if (typeof one?.begin !== 'function') continue;
    one.begin(deaf)?.();
    try { one.begin = () => () => undefined; one.current = () => null; } catch {}
  }
  return exported.length;
})()`;

test('calls that read picture or sound are refused, from the page and a frame', async ({
  page,
  played: { incidents, watch },
}) => {
  expect(await page.evaluate<number>(watchByExports)).toBeGreaterThan(100);
  for (const from of ['own page', 'frame'] as const) {
    const outcomes = await attack(page, from);
    expect(Object.keys(outcomes).length, from).toBeGreaterThan(6);
    expect(new Set(Object.values(outcomes)), `${from}: ${JSON.stringify(outcomes)}`).toEqual(
      new Set([refused]),
    );
  }
  const back = await attack(page, 'put back');
  expect(back).toEqual({ assign: 'TypeError', define: 'TypeError', delete: 'TypeError' });
  await expect
    .poll(() => incidents.map(({ type }) => type))
    .toEqual(
      expect.arrayContaining([
        ...['capture_stream', 'canvas_read', 'picture_in_picture', 'screen_capture_api'],
      ]),
    );
  expect((await watch.facts()).paused).toBe(true);
});

test('a fresh window is patched before a script can use it, however it comes into the page', async ({
  page,
  played: { incidents },
}) => {
  const outcomes = await page.evaluate(() => {
    const video = document.querySelector('video');
    /** Sound as a recorder would take it, with the functions of the newest frame. */
    const takeSound = () => {
      const realm = Object(window[window.length - 1]);
      if (window.length === 0) return 'no window';
      try {
        new realm.AudioContext().createMediaElementSource(video);
        return 'taken';
      } catch (error) {
        return String(Reflect.get(Object(error), 'name'));
      }
    };
    const inserts: Record<string, (frame: HTMLElement) => unknown> = {
      appendChild: (frame) => document.body.appendChild(frame),
      append: (frame) => document.body.append(document.createElement('p'), frame),
      before: (frame) => document.body.firstElementChild?.before(frame),
      insertAdjacentElement: (frame) => document.body.insertAdjacentElement('beforeend', frame),
      range: (frame) => {
        const range = document.createRange();
        range.selectNodeContents(document.body);
        range.insertNode(frame);
      },
      'a part of a table': (frame) => {
        const head = document.createElement('thead');
        head.append(frame);
        document.body.appendChild(document.createElement('table')).tHead = head;
      },
    };
    const found: Record<string, string> = {};
    for (const tag of ['iframe', 'frame', 'object', 'embed']) {
      for (const [way, insert] of Object.entries(inserts)) {
        const frame = document.createElement(tag);
        try {
          if (tag === 'object') frame.setAttribute('data', 'about:blank');
          if (tag === 'embed') frame.setAttribute('src', 'about:blank');
        } catch {
          // Trusted types let no text be an address of these.
          found[`address of ${tag}`] = 'refused';
        }
        insert(frame);
        found[`${tag} by ${way}`] = takeSound();
        frame.remove();
      }
    }
    const frame = document.createElement('iframe');
    frame.addEventListener('load', () => {
      found['load within the call'] ??= takeSound();
    });
    document.body.append(frame);
    frame.remove();
    try {
      customElements.define('a-spy', class extends HTMLElement {});
      found['an element of its own'] = 'defined';
    } catch {
      found['an element of its own'] = 'refused';
    }
    try {
      new Worker('/theme.js');
    } catch {
      found['worker'] = 'refused';
    }
    return found;
  });
  const taken = Object.entries(outcomes).filter(([, outcome]) =>
    ['taken', 'defined', 'TypeError'].includes(outcome),
  );
  expect(taken, JSON.stringify(outcomes)).toEqual([]);
  expect(outcomes).toMatchObject({
    'iframe by append': 'no window',
    'frame by append': 'no window',
    'load within the call': refused,
    'address of object': 'refused',
    'address of embed': 'refused',
    'an element of its own': 'refused',
    worker: 'refused',
  });
  const types = () => incidents.map(({ type, confidence }) => `${type} ${confidence}`);
  await expect.poll(types).toContain('capture_stream high');
  await expect.poll(types).toContain('extension_interference low');
});

/** As a script can do it without a call that opens windows. */
async function openByLink(page: Page, href: string) {
  const [beside] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((address) => {
      const link = document.createElement('a');
      Object.assign(link, { href: address, target: `beside ${address}`, rel: 'opener' });
      document.body.append(link);
      link.click();
    }, href),
  ]);
  return beside;
}

test('no window beside the lesson gets new functions by navigation', async ({
  page,
  played: { incidents },
}) => {
  const outcomes = await page.evaluate(async () => {
    const video = document.querySelector('video');
    const found: Record<string, string> = {};
    /**
     * Navigates the window to a page without a policy, and then captures sound with what it kept.
     */
    async function takeSound(way: string, realm: Window | null | undefined) {
      try {
        const fresh = Object(realm);
        fresh.location = 'about:blank?2';
        await new Promise((done) => setTimeout(done, 500));
        new fresh.AudioContext().createMediaElementSource(video);
        found[way] = 'taken';
      } catch (error) {
        found[way] = String(Reflect.get(Object(error), 'name'));
      }
    }
    const hidden = document.createElement('iframe');
    const host = document.createElement('div');
    document.documentElement.append(host);
    host.attachShadow({ mode: 'closed' }).append(hidden);
    await takeSound('a frame in a closed shadow tree', hidden.contentWindow);
    const plain = document.createElement('iframe');
    const byLoad: Window[] = [];
    plain.addEventListener('load', () => {
      const first = window[0];
      if (first !== undefined) byLoad.push(first);
    });
    document.body.append(plain);
    await takeSound('a frame in plain sight', plain.contentWindow);
    await takeSound('a frame by its number, as it is loaded', byLoad[0]);
    const opened = [window.open('about:blank'), window.open('/')];
    opened.push(document.open('about:blank', '_blank', ''));
    found['windows'] = String(opened.filter((one) => one !== null).length);
    return found;
  });
  expect(outcomes).toEqual({
    'a frame in a closed shadow tree': refused,
    'a frame in plain sight': refused,
    'a frame by its number, as it is loaded': refused,
    windows: '0',
  });
  const types = () => incidents.map(({ type, confidence }) => `${type} ${confidence}`);
  await expect.poll(types).toContain('capture_stream high');
  await expect.poll(types).toContain('extension_interference low');

  await test.step('nor does a page of ours, opened by a link, capture from this one', async () => {
    const beside = await openByLink(page, '/');
    const taken = () =>
      beside.evaluate(() => {
        const video: unknown = Reflect.get(window, 'opener').document.querySelector('video');
        if (video === null) return 'no video';
        try {
          new AudioContext().createMediaElementSource(Object(video));
          return 'taken';
        } catch (error) {
          return String(Reflect.get(Object(error), 'name'));
        }
      });
    await expect(beside.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
    expect(await taken()).toBe(refused);
    await beside.reload();
    await expect(beside.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
    expect(await taken()).toBe(refused);
  });
  await test.step('and a page of this origin that is none of the app’s does not even reach it', async () => {
    const beside = await openByLink(page, '/api/v1/docs/');
    await expect(beside).toHaveTitle(/./u);
    expect(await beside.evaluate(() => Reflect.get(window, 'opener') === null)).toBe(true);
  });
});

test('the picture alone in full screen does not play: its marks would stay behind', async ({
  page,
  played: { watch },
}) => {
  const session = await page.context().newCDPSession(page);
  // As from the console, which counts as a gesture of the user.
  const fillAlone = () =>
    session.send('Runtime.evaluate', {
      expression: `document.querySelector('video').requestFullscreen().then(() =>
        document.querySelector('video').play()).catch(() => undefined)`,
      awaitPromise: true,
      userGesture: true,
    });
  const filling = () => page.evaluate(() => document.fullscreenElement?.localName);

  await page.keyboard.press('Escape');
  await expect(watch.overlay).toBeVisible();
  await fillAlone();
  await expect.poll(filling).not.toBe('video');

  await test.step('nor without a notice to the learner', async () => {
    await watch.enterFullscreen();
    await watch.expectPlaying();
    await page.evaluate(() => {
      for (const name of ['fullscreenchange', 'resize']) {
        window.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
      }
    });
    await fillAlone();
    await expect.poll(filling).not.toBe('video');
    await watch.expectPlaying();
  });
});

test('outside a lesson the same calls are not reported, but its video no longer plays', async ({
  page,
  lesson,
  learner,
}) => {
  await playLesson(page, learner, lesson);
  await page.evaluate(() => Object.assign(window, { kept: document.querySelector('video') }));
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Library' }).first().click();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  const drawn = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(document.createElement('video'), 0, 0);
    return context !== null;
  });
  expect(drawn).toBe(true);
  // But neither frames nor windows, whose fresh functions could be kept for a lesson.
  const fresh = await page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    return [frame.isConnected, window.length, window.open('/')];
  });
  expect(fresh).toEqual([false, 0, null]);
  const isPaused = () => page.evaluate(() => Reflect.get(Reflect.get(window, 'kept'), 'paused'));
  await page.evaluate(() => {
    const kept: unknown = Reflect.get(window, 'kept');
    if (!(kept instanceof HTMLVideoElement)) throw new Error('there is no video');
    // Its events are stopped, and nothing else prevents playing.
    window.addEventListener('play', (event) => event.stopImmediatePropagation(), true);
    document.body.append(kept);
    kept.src = URL.createObjectURL(new MediaSource());
    kept.play().catch(() => undefined);
  });
  await expect.poll(isPaused).toBe(true);
});
