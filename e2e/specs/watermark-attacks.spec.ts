import { expect, type Page, test } from '@playwright/test';
import fc from 'fast-check';
import { measureLeastShare, seeMarks } from '../fixtures/legible-marks.ts';
import { openWatermarkLab } from '../fixtures/watermark-lab.ts';
import { WatermarkMarks } from '../fixtures/watermark-marks.ts';

/** One declaration: numbers choose a style that the browser knows and a value that it takes. */
interface Declaration {
  readonly style: number;
  readonly value: number;
}

interface Attack {
  readonly target: string;
  readonly way: 'sheet' | 'layer' | 'animation' | 'inline' | 'script animation';
  readonly isImportant: boolean;
  readonly declarations: readonly (Declaration | string)[];
}

const targets = [
  ...['html', 'body', 'main', 'main > div', '[data-testid=stage]', '[data-testid=stage] > *'],
  ...['video', '[aria-hidden]', '*', 'div', ':root, body *', '[aria-hidden]::after'],
  ...['[aria-hidden]::first-line', '[data-testid=stage]::before', '*::selection', 'video::after'],
];

const attacks: fc.Arbitrary<Attack> = fc.record({
  target: fc.constantFrom(...targets),
  way: fc.constantFrom('sheet', 'layer', 'animation', 'inline', 'script animation'),
  isImportant: fc.boolean(),
  declarations: fc.array(fc.record({ style: fc.nat(9999), value: fc.nat(9999) }), {
    minLength: 1,
    maxLength: 3,
  }),
});

/** Attacks that once worked, or nearly do. */
const known: readonly Attack[] = [
  ...['zoom: 0.02', 'zoom: 40', 'opacity: 0.02', 'filter: blur(9px)', 'direction: rtl'],
  ...['mask-image: linear-gradient(transparent, transparent)', 'clip-path: inset(40%)'],
  ...['font-size-adjust: 0.01', '-webkit-text-fill-color: transparent', 'all: unset'],
  ...['content-visibility: hidden', 'display: contents', 'perspective: 9px', 'text-shadow: none'],
].flatMap((declaration): Attack[] =>
  ['body', '*'].map((target) => ({
    target,
    way: 'sheet',
    isImportant: true,
    declarations: [declaration],
  })),
);

/** Carries the attack out; returns its style sheet, to be shown when a test fails. */
function carryOut(page: Page, attack: Attack): Promise<string> {
  return page.evaluate(({ target, way, isImportant, declarations }) => {
    const styles = [...getComputedStyle(document.body), 'all', 'zoom', 'font', 'mask', 'inset'];
    const values = [
      ...['none', 'hidden', 'auto', '0', '1', '0.02', '50', '-1', '2147483647', '1px', '400px'],
      ...['-9999px', '0%', '1%', '500%', '100vw', 'transparent', 'black', 'contents', 'block'],
      ...['inline', 'flex', 'grid', 'table', 'fixed', 'absolute', 'relative', 'sticky', 'static'],
      ...['collapse', 'scale(0.02)', 'scale(30)', 'rotateY(90deg)', 'translateZ(9px)', '90deg'],
      ...['translate(-300%)', 'inset(49%)', 'circle(1px)', 'blur(9px)', 'opacity(1%)', 'invert(1)'],
      ...['linear-gradient(transparent, transparent)', 'difference', 'multiply', 'preserve-3d'],
      ...['strict', 'paint', 'layout', 'size', 'unset', 'initial', 'inherit', 'revert', 'rtl'],
      ...['vertical-rl', 'bidi-override', 'disc', 'both', 'always', 'isolate', 'fill', 'cover'],
      ...['url("#nothing")', 'thin', 'x', 'cursive', '1 / 9', 'nowrap', 'break-all', 'uppercase'],
      ...['9px solid black', 'inset 0 0 99px 99px black', 'under', 'justify', 'end', 'local'],
    ];
    const written = declarations.map((declaration) => {
      if (typeof declaration === 'string') return declaration;
      const style = styles[declaration.style % styles.length] ?? 'all';
      const fitting = values.filter((value) => CSS.supports(style, value));
      return `${style}: ${fitting[declaration.value % fitting.length] ?? 'unset'}`;
    });
    const body = written.map((each) => `${each}${isImportant ? ' !important' : ''};`).join(' ');
    const elements = document.querySelectorAll<HTMLElement>(target.replace(/::[a-z-]+/u, ''));
    if (way === 'script animation') {
      for (const element of elements) {
        const frame = Object.fromEntries(written.map((each) => each.split(': ')));
        element.animate([frame, frame], { duration: 1e9, fill: 'both' });
      }
    } else if (way === 'inline') {
      for (const element of elements) element.style.cssText += body;
    } else {
      const plain = body.replaceAll(' !important', '');
      const texts = {
        sheet: `${target} { ${body} }`,
        layer: `@layer one { ${target} { ${body} } }`,
        animation: `@keyframes k { from, to { ${plain} } } ${target} { animation: k 9999s both !important }`,
      };
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(texts[way]);
      document.adoptedStyleSheets = [sheet];
    }
    return `${way} on ${target} { ${body} }`;
  }, attack);
}

/** Takes all that was done back, and sees the marks whole again. */
function takeBack(page: Page): Promise<number> {
  return page.evaluate(() => {
    document.adoptedStyleSheets = [];
    for (const animation of document.getAnimations()) animation.cancel();
    for (const element of document.querySelectorAll('[style]')) {
      if (!element.matches('[aria-hidden]')) element.removeAttribute('style');
    }
    window.lab.passSecond();
    window.lab.passSecond();
    window.lab.takeNotices();
    return window.lab.coverage();
  });
}

/** What is noticed within three seconds. */
function readNoticed(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(done));
    for (let second = 0; second < 3; second += 1) window.lab.passSecond();
    return window.lab.takeNotices();
  });
}

const rounds = Number(process.env['WATERMARK_ROUNDS'] ?? (process.env['SOAK'] ? 40 : 8));
const seed = Number(process.env['WATERMARK_SEED'] ?? 14);

test('property: with any style over the page, each mark is legible or the change is noticed', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000 + rounds * 10_000);
  await page.setViewportSize({ width: 1366, height: 768 });
  const judge = await context.newPage();
  await page.bringToFront();
  await openWatermarkLab(page);
  expect(await takeBack(page)).toBe(1);
  const before = await seeMarks(page, judge);
  expect(before.pixels).toHaveLength(8);
  expect(Math.min(...before.pixels)).toBeGreaterThan(200);

  async function isWatched(attack: Attack) {
    const text = await carryOut(page, attack);
    const notices = await readNoticed(page);
    if (notices.length === 0) {
      expect(await measureLeastShare(page, judge, before), text).toBeGreaterThan(0.5);
    }
    expect(await takeBack(page), text).toBe(1);
  }
  for (const attack of known) await isWatched(attack);
  await fc.assert(fc.asyncProperty(attacks, isWatched), {
    seed,
    numRuns: rounds,
    endOnFailure: true,
  });
});

/** Sheets that enlarge or shift what picture and marks lie in; nothing of that is tampering for sure. */
const stages = {
  wide: 'width: 30000px; left: -14317px',
  high: 'height: 30000px; top: -14616px',
  large: 'width: 3415px; height: 1920px; left: -1024px; top: -576px',
  small: 'width: 700px; height: 400px; left: 200px; top: 200px',
} as const;

test('marks lie where the picture is visible, for any size of the stage', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  const judge = await context.newPage();
  await page.bringToFront();
  await openWatermarkLab(page);
  for (const [name, styles] of Object.entries(stages)) {
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      const important = text.replaceAll(/;|$/gu, ' !important;');
      sheet.replaceSync(`[data-testid=stage] { position: absolute !important; ${important} }`);
      document.adoptedStyleSheets = [sheet];
    }, styles);
    expect(await readNoticed(page), name).toEqual([]);
    const { pixels } = await seeMarks(page, judge);
    expect(Math.min(...pixels), name).toBeGreaterThan(200);
    expect(await takeBack(page), name).toBe(1);
  }
  // An element without a position cuts too.
  const outside = await page.evaluate(() => {
    const stage = document.querySelector<HTMLElement>('[data-testid=stage]');
    if (stage === null) throw new Error('no stage');
    const box = document.createElement('div');
    box.style.cssText = 'width: 640px; height: 360px; overflow: hidden; margin: 200px 300px';
    stage.parentElement?.append(box);
    box.moveBefore(stage, null);
    const sheet = new CSSStyleSheet();
    const size = 'width: 1280px !important; height: 720px !important';
    sheet.replaceSync(`[data-testid=stage] { ${size}; left: -320px; top: -180px }`);
    document.adoptedStyleSheets = [sheet];
    window.lab.passSecond();
    const { left, top, right, bottom } = box.getBoundingClientRect();
    return window.lab
      .boxes()
      .filter(([x = 0, y = 0]) => x < left || x > right || y < top || y > bottom);
  });
  expect(outside).toEqual([]);
});

/** Ways to take the picture from below its marks, and what is noticed of each. */
const lifts: readonly (readonly [string, string, string])[] = [
  [
    'a box of a higher level around it',
    `const box = document.createElement('div');
    box.style.cssText = 'position: relative; z-index: 9; width: 100%; height: 100%';
    stage.prepend(box);
    box.append(home)`,
    'picture-moved: it left the stage',
  ],
  [
    'a reflection beside it',
    `const sheet = new CSSStyleSheet();
    sheet.replaceSync('video { -webkit-box-reflect: right 0px }');
    document.adoptedStyleSheets = [sheet]`,
    'picture-moved: its -webkit-box-reflect',
  ],
  [
    'a filter that draws it once more',
    `const sheet = new CSSStyleSheet();
    sheet.replaceSync('video { filter: url("#shifted") }');
    document.adoptedStyleSheets = [sheet]`,
    'picture-moved: its filter',
  ],
  [
    'a transition that keeps it in the top layer',
    `const sheet = new CSSStyleSheet();
    const shown = 'video { display: block !important }';
    const keeping = ' video { transition: overlay 99999s allow-discrete !important }';
    const drawn = () => getComputedStyle(video).overlay;
    document.adoptedStyleSheets = [sheet];
    drawn(sheet.replaceSync(shown), video.popover = 'manual', video.showPopover());
    drawn(sheet.replaceSync(shown + keeping));
    drawn(video.hidePopover(), video.removeAttribute('popover'))`,
    'picture-moved: it was raised',
  ],
  // Last, for it is left in its own time.
  [
    'full screen alone, untold',
    `addEventListener('fullscreenchange', (event) => event.stopImmediatePropagation(), true);
    await video.requestFullscreen();
    window.isAlone = document.fullscreenElement === video`,
    'picture-moved: it was raised',
  ],
];

test('the picture is not taken from below its marks', async ({ page }) => {
  await openWatermarkLab(page);
  const session = await page.context().newCDPSession(page);
  const names = `const stage = document.querySelector('[data-testid=stage]');
    const video = document.querySelector('video');
    const home = video.parentElement;`;
  for (const [name, act, notice] of lifts) {
    const expression = `(async () => { ${names} ${act} })()`;
    const { exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      userGesture: true,
    });
    expect(exceptionDetails, name).toBe(undefined);
    expect(await readNoticed(page), name).toContain(notice);
    expect(await takeBack(page), name).toBe(1);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'isAlone'))).toBe(true);
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null);

  // As from the inspector, which reaches what is closed, and without a trace in the page.
  const marks = await WatermarkMarks.of(page);
  const height = 'this.getBoundingClientRect().height';
  await marks.onFirstMark(`window.before = ${height}`);
  for (const style of [`transform: 'scale(0.01)'`, 'zoom: 0.02']) {
    await marks.onFirstMark(`const look = { ${style} };
      this.animate([look, look], { duration: 1e9, fill: 'both' })`);
    await readNoticed(page);
    await marks.onFirstMark(`window.after = ${height}`);
    const share = await page.evaluate(
      () => Number(Reflect.get(window, 'after')) / Number(Reflect.get(window, 'before')),
    );
    expect.soft(share, style).toBeGreaterThan(0.9);
  }

  // A tree between the picture and its marks is refused.
  const refused = await page.evaluate(() => {
    const home = document.querySelector('video')?.parentElement;
    return [home, home?.parentElement].map((element) => {
      try {
        element?.attachShadow({ mode: 'open' });
        return 'let through';
      } catch {
        return 'refused';
      }
    });
  });
  expect(refused).toEqual(['refused', 'refused']);
});

test('styles that are changed between two checks are noticed all the same', async ({ page }) => {
  await openWatermarkLab(page);
  await page.evaluate(async () => {
    const stage = document.querySelector('[data-testid=stage]');
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [sheet];
    for (let step = 0; step < 6; step += 1) {
      sheet.replaceSync('');
      const probe = document.createElement('i');
      stage?.append(probe);
      probe.remove();
      // By now it has looked.
      await new Promise((done) => setTimeout(done, 0));
      sheet.replaceSync('video { z-index: 9 !important }');
      window.lab.pass(0.5);
    }
  });
  expect(await page.evaluate(() => window.lab.takeNotices())).toContain(
    'picture-moved: it was raised',
  );

  await openWatermarkLab(page);
  // Raised when a frame is made, and taken back right after it was painted.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [sheet];
    const channel = new MessageChannel();
    channel.port1.onmessage = () => sheet.replaceSync('');
    const raise = () => {
      sheet.replaceSync('video { z-index: 9 !important }');
      channel.port2.postMessage(0);
      requestAnimationFrame(raise);
    };
    requestAnimationFrame(raise);
  });
  const looked = () =>
    page.evaluate(() => {
      window.lab.passSecond();
      return window.lab.takeNotices();
    });
  await expect.poll(looked).toEqual(['unseen']);
});

/** What browsers and extensions do for honest users. */
const honest: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['high contrast', (page) => page.emulateMedia({ forcedColors: 'active', contrast: 'more' })],
  [
    'a dark system without motion',
    (page) =>
      page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', forcedColors: 'none' }),
  ],
  [
    'large letters',
    (page) => page.evaluate(() => (document.documentElement.style.fontSize = '32px')),
  ],
  [
    'a page enlarged by an extension',
    (page) => page.evaluate(() => (document.documentElement.style.zoom = '1.5')),
  ],
  [
    'a dark mode that restyles everything',
    (page) =>
      page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        const colours = 'background: #111; color: #eee; border-color: #333; text-shadow: none';
        const all = `${colours}; font-family: monospace`.replaceAll(';', ' !important;');
        sheet.replaceSync(`* { ${all} !important } html { color-scheme: dark !important }`);
        document.adoptedStyleSheets = [sheet];
      }),
  ],
];

test('what browsers and extensions do for honest users hides no mark and causes no accusation', async ({
  page,
  context,
}) => {
  const judge = await context.newPage();
  await page.bringToFront();
  await openWatermarkLab(page);
  for (const [name, act] of honest) {
    await act(page);
    // An enlarged page may be noted as an effect, but never as a violation.
    const faults = (await readNoticed(page)).filter((notice) => !notice.startsWith('effect on '));
    expect(faults, name).toEqual([]);
    const { pixels } = await seeMarks(page, judge);
    expect(Math.min(...pixels), name).toBeGreaterThan(200);
    expect(await page.evaluate(() => window.lab.coverage()), name).toBe(1);
    await takeBack(page);
  }
  const session = await context.newCDPSession(page);
  for (const zoom of [0.25, 0.5, 0.9, 1.1, 1.75, 3, 5]) {
    // As the browser's own zoom: other pixels, and more or fewer of them in the window.
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(1366 / zoom),
      height: Math.round(768 / zoom),
      deviceScaleFactor: zoom,
      mobile: false,
    });
    expect(await readNoticed(page), `zoom ${zoom}`).toEqual([]);
    expect(await page.evaluate(() => window.lab.coverage()), `zoom ${zoom}`).toBe(1);
  }
});
