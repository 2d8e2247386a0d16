import { buildWatermarkLab } from '@prahari/testkit/watermark-lab';
import type { Page } from 'playwright';
import { drawEarlierMarks } from './earlier-look.ts';
import type { Box } from './perspective.ts';
import type { LessonPicture } from './pictures.ts';

// Of web/src/features/player/testing/watermark-lab.ts.
declare global {
  interface Window {
    readonly lab: {
      boxes(): number[][];
      hiddenBoxes(): number[][];
      setBlank(isBlank: boolean): void;
    };
  }
}

/** The smallest that plays lessons. */
export const screen = { width: 1366, height: 768 } as const;

/** What learners see of one look over one picture, and where its marks are. */
export interface View {
  readonly shown: Buffer;
  /** The same without marks. */
  readonly bare: Buffer;
  readonly boxes: readonly Box[];
  /** The lines that hold the code, in the same order. */
  readonly codeLines: readonly Box[];
  readonly hiddenBoxes: readonly Box[];
  readonly hiddenCodes: readonly Box[];
}

export type Look = (page: Page, picture: LessonPicture, code: string) => Promise<View>;

const address = 'https://lab.example/';

/** The marks as the product's own code draws them. */
export async function lookOfToday(opacity: number): Promise<Look> {
  const body = await buildWatermarkLab();
  return async (page, picture, code) => {
    await page.route(`${address}**`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${address}?code=${code}&opacity=${opacity}`);
    await page.waitForFunction(() => 'lab' in window);
    await show(page, picture);
    const boxes = await page.evaluate(() => window.lab.boxes());
    const codeLines = boxes.map((box, index) => codePart(box, index === boxes.length - 1));
    const hiddenBoxes = await page.evaluate(() => window.lab.hiddenBoxes());
    const hiddenCodes = hiddenBoxes.map((box) => codePart(box, false));
    const shown = await page.screenshot();
    await page.evaluate(() => window.lab.setBlank(true));
    return { shown, bare: await page.screenshot(), boxes, codeLines, hiddenBoxes, hiddenCodes };
  };
}

/**
 * Where a line has the code, by the characters before and after it: a little more than it takes.
 */
function codePart([left = 0, top = 0, width = 0, height = 0]: Box, isFirst: boolean): Box {
  // `•••• ••3210 · 7KQM-X2PD` and `7KQM-X2PD · 2026-11-22 04:18:05 UTC+05:30`.
  const share = isFirst ? 0.28 : 0.48;
  return [isFirst ? left : left + width * (1 - share), top, width * share, height];
}

/** Where it had the code: in the second of two lines, but for the mark with the time, its last. */
export const earlierLook: Look = async (page, picture, code) => {
  await page.goto('about:blank');
  await page.setContent(`<style>
    body { margin: 0; background: #000 }
    img { position: fixed; width: 100%; height: 100%; object-fit: contain }
  </style>`);
  await show(page, picture);
  const bare = await page.screenshot();
  const { boxes, hiddenBoxes } = await page.evaluate(drawEarlierMarks, code);
  const codeLines = boxes.map(([left = 0, top = 0, width = 0, height = 0], index) => {
    const isFirst = index === boxes.length - 1;
    return [left, isFirst ? top : top + height / 2, width, height / 2];
  });
  const hiddenCodes = hiddenBoxes.map((box) => codePart(box, false));
  return { shown: await page.screenshot(), bare, boxes, codeLines, hiddenBoxes, hiddenCodes };
};

/** As the picture of a video that has not begun, or as an image where there is none. */
function show(page: Page, { png }: LessonPicture): Promise<void> {
  return page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const video = document.querySelector('video');
      if (video) video.poster = source;
      else document.body.append(image);
      for (let frame = 0; frame < 3; frame += 1) {
        await new Promise((done) => requestAnimationFrame(done));
      }
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
}
