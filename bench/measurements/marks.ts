import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemConfigFields } from '@prahari/contract';
import { resolveTools } from '@prahari/media';
import type { Page } from 'playwright';
import type { Measurement } from '../measurement.ts';
import { launchBrowser } from '../rig/browser.ts';
import { compare, enhance, photograph, type Seen } from '../rig/marks/in-page.ts';
import { earlierLook, lookOfToday, screen, type View } from '../rig/marks/looks.ts';
import { type Box, inverseOf, projectBox, squareTo } from '../rig/marks/perspective.ts';
import { makePictures } from '../rig/marks/pictures.ts';
import { type CodeReader, startCodeReader } from '../rig/marks/read-code.ts';
import { type Recorder, record } from '../rig/marks/record.ts';
import type { Row } from '../row.ts';

/** As the server makes them. */
const codes = ['7KQM-X2PD', 'ABPJ-XZVS'] as const;
const photo = { width: 1920, height: 1080 } as const;
/** Where the screen's corners lie in the photograph, from the left top, clockwise. */
const onPhoto = squareTo([
  [130, 92],
  [1802, 58],
  [1774, 1006],
  [158, 982],
]);
/** What people pass on, and what a recorder of screens keeps. */
const recordings = { small: { lines: 480, crf: 26 }, large: { lines: screen.height, crf: 20 } };
/** Of CIE L*: two adjacent greys are distinguishable from about this difference on. */
const justNoticeable = 1;

/**
 * What the marks of today are against those of before: how much of the picture they change, and how
 * much of the session's code a reader of letters (OCR) finds in what leaks. What both drew is left in
 * `.cache/bench/marks`. `WATERMARK_OPACITY_PERCENT` tries another opacity.
 */
export const marks: Measurement = {
  name: 'marks',
  async run({ scratchDir }) {
    const percent = Number(
      process.env['WATERMARK_OPACITY_PERCENT'] ??
        systemConfigFields.playback.watermarkOpacityPercent.first,
    );
    const browser = await launchBrowser();
    const reader = await startCodeReader(scratchDir);
    try {
      const context = await browser.newContext({ viewport: screen });
      // Random positions of marks are the same in each run.
      await context.addInitScript(() => {
        let drawn = 0;
        Math.random = () => {
          drawn += 1;
          return (drawn * 0.618034) % 1;
        };
      });
      const tools = await resolveTools(process.env);
      const judge = { page: await context.newPage(), reader, recorder: { tools, scratchDir } };
      const pictures = await makePictures(await browser.newPage(), tools, scratchDir);
      const page = await context.newPage();
      const readings: Readings = { today: [], before: [] };
      const looks = { today: await lookOfToday(percent / 100), before: earlierLook } as const;
      for (const side of ['today', 'before'] as const) {
        for (const picture of pictures) {
          for (const [index, code] of codes.entries()) {
            await page.bringToFront();
            const view = await looks[side](page, picture, code);
            if (index === 0) await keepPicture(`${picture.name} ${side}`, view.shown);
            await judge.page.bringToFront();
            const seen = { name: picture.name, code, seed: index };
            readings[side].push({ name: picture.name, ...(await judgeView(judge, view, seen)) });
          }
        }
      }
      return rowsOf(readings, percent);
    } finally {
      await reader.stop();
      await browser.close();
    }
  },
};

interface Judge {
  readonly page: Page;
  readonly reader: CodeReader;
  readonly recorder: Recorder;
}

/** Of one view; lists are shares of the code that are read off each mark, 0 to 1. */
interface Reading {
  /** Of the picture. */
  readonly name: string;
  readonly seen: Seen;
  readonly filmed: readonly number[];
  readonly recorded: readonly number[];
  readonly hiddenCaptured: readonly number[];
  readonly hiddenRecorded: readonly number[];
}

type Readings = Readonly<Record<'today' | 'before', Reading[]>>;

async function judgeView(
  { page, reader, recorder }: Judge,
  { shown, bare, boxes, codeLines, hiddenBoxes, hiddenCodes }: View,
  { code, seed }: { readonly code: string; readonly seed: number },
): Promise<Omit<Reading, 'name'>> {
  const picture = shown.toString('base64');
  async function readEach(from: string, places: readonly Box[]): Promise<number[]> {
    // Lines are 1.3 times as high as their letters are large.
    const letterPixels = Math.min(...places.map(([, , , height = 0]) => height)) / 1.3;
    const shares: number[] = [];
    const sighting = { picture: from, boxes: places, letterPixels };
    for (const readable of await page.evaluate(enhance, sighting)) {
      shares.push(await reader.bestShare(readable, code));
    }
    return shares;
  }
  const shot = { png: picture, toScreen: inverseOf(onPhoto), size: photo, seed };
  const jpeg = await page.evaluate(photograph, shot);
  if (seed === 0) await keepPicture('photograph', Buffer.from(jpeg, 'base64'), 'jpg');
  const recorded = async (how: (typeof recordings)['small']) =>
    (await record(recorder, shown, how)).toString('base64');
  const scaled = (box: Box, x: number, y: number) =>
    box.map((value, index) => value * (index % 2 === 0 ? x : y));
  const smaller = recordings.small.lines / screen.height;
  const pair = { pictures: [picture, bare.toString('base64')] as const, boxes: hiddenBoxes };
  return {
    seen: await page.evaluate(compare, { ...pair, others: boxes }),
    filmed: await readEach(
      jpeg,
      codeLines.map((box) => projectBox(onPhoto, scaled(box, 1 / screen.width, 1 / screen.height))),
    ),
    recorded: await readEach(
      await recorded(recordings.small),
      codeLines.map((box) => scaled(box, smaller, smaller)),
    ),
    hiddenCaptured: await readEach(picture, hiddenCodes),
    hiddenRecorded: await readEach(await recorded(recordings.large), hiddenCodes),
  };
}

/** Beside the result of the run, for people to look at. */
async function keepPicture(name: string, picture: Buffer, kind = 'png'): Promise<void> {
  const folder = path.resolve(import.meta.dirname, '..', '..', '.cache', 'bench', 'marks');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name.replaceAll(' ', '-')}.${kind}`), picture);
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

type Figure = (reading: Reading) => number;
type ReadList = 'filmed' | 'recorded' | 'hiddenCaptured' | 'hiddenRecorded';

function rowsOf({ today, before }: Readings, opacityPercent: number): Row[] {
  const names = [...new Set(today.map(({ name }) => name))];
  const of = (readings: readonly Reading[], figure: Figure, name?: string) =>
    mean(readings.filter((one) => name === undefined || one.name === name).map(figure));
  function row(name: string, figure: Figure, goal?: Row['goal'], picture?: string): Row {
    return {
      name,
      unit: '%',
      ours: of(today, figure, picture),
      against: { what: 'the look before', value: of(before, figure, picture) },
      ...(goal === undefined ? {} : { goal }),
      details: Object.fromEntries(
        names.map((each) => [
          each,
          { today: of(today, figure, each), before: of(before, figure, each) },
        ]),
      ),
    };
  }
  const all = (list: ReadList) => (reading: Reading) => 100 * mean(reading[list]);
  const best = (list: ReadList) => (reading: Reading) => 100 * Math.max(...reading[list]);
  const [white] = names;
  return [
    ...names.map((name) =>
      row(
        `Marks over a ${name}: change of it`,
        ({ seen }) => 100 * seen.dissimilarity,
        { atMost: 0.6 },
        name,
      ),
    ),
    row('Code read off a phone’s photograph, any mark', all('filmed')),
    row('Code read off a phone’s photograph, best mark', best('filmed'), { atLeast: 1 }),
    row('Code read off a recording of 480 lines, any mark', all('recorded')),
    row('Code read off a recording of 480 lines, best mark', best('recorded'), { atLeast: 1 }),
    row(
      'Hidden code of a white slide, of a capture',
      best('hiddenCaptured'),
      { atLeast: 1 },
      white,
    ),
    row('Hidden code of a white slide, recorded', best('hiddenRecorded'), { atLeast: 1 }, white),
    {
      name: 'Hidden marks: most change of white (L*)',
      unit: '%',
      ours: of(today, ({ seen }) => seen.mostOnWhite, white),
      against: { what: 'just noticeable', value: justNoticeable },
      goal: { atMost: 1 },
      details: {
        before: of(before, ({ seen }) => seen.mostOnWhite, white),
        opacityPercent,
        readings: { today, before },
      },
    },
  ];
}
