import type { Stream } from '@prahari/contract';
import { firstOf, isoOf, listOf, max, partOf } from '../protection/natives.ts';
import { areApart, type Place } from './mark-position.ts';

export type MarkKind = 'static' | 'hidden' | 'moving' | 'time' | 'centre' | 'test';
/** White with a black shadow, or black with a white one. */
export type Tone = 'light' | 'dark';

/** One mark as it is drawn; the styles are CSS properties. */
export interface Mark {
  readonly kind: MarkKind;
  readonly text: string;
  readonly tone: Tone;
  readonly styles: Readonly<Record<string, string>>;
  /** Its distance from the right while a menu is open there. */
  readonly rightBeside?: string;
}

export interface MarksInput {
  readonly watermark: Stream['watermark'];
  readonly policy: Pick<Stream['policy'], 'watermarkOpacity' | 'hiddenMarkOpacity' | 'testMode'>;
  /** The text of a test's label. */
  readonly testLabel: string;
}

/**
 * Two levels of 256 at most, as Chromium rounds: less than the eye tells apart on any grey, and what stretching the contrast of a
 * capture brings out (`bench -- marks`).
 */
const hiddenOpacity = '0.004';

/** Less can't be chosen, so an answer that says less was changed on its way. */
const leastOpacity = 0.05;

/** How many marks move, one after the other. */
export const movingMarks = 3;

/** No mark is drawn smaller. */
export const leastSizePixels = 14;

// Marks are seen in full screen only, so sizes follow a picture of 16:9 in it: 14 pixels on the
// smallest screen that plays, of 1366. A phone's photograph keeps of that what it kept of letters half
// as large again with hard edges (`bench -- marks`).
const size = scaled(1.03);
/** Above and below what the controls cover. */
const high = 'max(13%, 96px)';
const low = 'max(14%, 112px)';

const centred = { transform: 'translate(-50%, -50%)' } as const;

/**
 * All marks of a playback (specification, section 2): 4 static, 4 hidden, 3 moving, 1 with the
 * time, 1 large in the centre, and the label of a test. Neighbours differ in tone: on any picture,
 * fill or shadow stands out, without reading its pixels.
 */
export function marksOf({ watermark, policy, testLabel }: MarksInput): readonly Mark[] {
  const { maskedNumber, sessionCode } = watermark;
  const visible = {
    opacity: `${max(leastOpacity, policy.watermarkOpacity || 0)}`,
    'font-size': size,
  };
  const text = `${maskedNumber} · ${sessionCode}`;
  const inCorner = (tone: Tone, place: Mark['styles']): Mark => ({
    kind: 'static',
    text,
    tone,
    styles: { ...visible, ...place },
  });
  // Of both tones: a hidden mark is legible by its fill alone.
  const hidden = (tone: Tone, left: string, top: string): Mark => ({
    kind: 'hidden',
    text,
    tone,
    styles: {
      ...centred,
      opacity: `${policy.hiddenMarkOpacity ?? hiddenOpacity}`,
      left,
      top,
      'font-size': scaled(3),
    },
  });
  const moving = (tone: Tone): Mark => ({
    kind: 'moving',
    text,
    tone,
    styles: { ...visible, ...centred },
  });
  const large = { left: '50%', top: '50%', 'font-size': scaled(4.5) };
  const marks: readonly Mark[] = [
    inCorner('light', { top: high, left: '3%' }),
    inCorner('dark', { top: high, right: '3%', 'text-align': 'right' }),
    inCorner('dark', { bottom: low, left: '3%' }),
    {
      ...inCorner('light', { right: '3%', bottom: low, 'text-align': 'right' }),
      rightBeside: '30%',
    },
    hidden('light', '25%', '25%'),
    hidden('dark', '75%', '25%'),
    hidden('dark', '25%', '75%'),
    hidden('light', '75%', '75%'),
    moving('light'),
    moving('dark'),
    moving('light'),
    { kind: 'time', text: sessionCode, tone: 'dark', styles: { ...visible, ...centred } },
    { kind: 'centre', text, tone: 'light', styles: { ...centred, ...large, opacity: '0' } },
    testMark(testLabel),
  ];
  const count = policy.testMode ? marks.length : marks.length - 1;
  return listOf(count, (index) => marks[index] ?? testMark(testLabel));
}

/** So many percent of the width of a picture of 16:9 that fills the screen. */
function scaled(percent: number): string {
  return `max(${leastSizePixels}px, min(${percent}vw, ${(percent * 16) / 9}vh))`;
}

function testMark(label: string): Mark {
  return {
    kind: 'test',
    text: label,
    tone: 'light',
    styles: { ...centred, left: '50%', top: high, 'font-size': size, opacity: '0.8' },
  };
}

const minuteMs = 60_000;

/** The mean width of a line of the time and one that moves, and of two that move, in percent. */
const timeApart = 22;
export const movingApart = 16;

/** Where the mark with the time stands: around the centre, above captions. */
const timePlaces: readonly Place[] = [
  { left: 50, top: 24 },
  { left: 86, top: 50 },
  { left: 50, top: 62 },
  { left: 14, top: 50 },
];

/**
 * Left of this, in percent, marks leave room for the menu of settings in the lower right corner. A
 * constant: if the menu was measured, a page could enlarge it and drive the marks out of the picture.
 */
export const leftOfMenu = 60;

/** Whether a moving mark leaves the time free there, wherever it goes while the mark stays. */
export function keepsOffTime(place: Place): boolean {
  return firstOf(timePlaces, (time) => !areApart(place, time, timeApart)) === undefined;
}

/** The position of the mark with the time: a minute at each place. */
export function timePlace(atMs: number): Place {
  const minute = (atMs - (atMs % minuteMs)) / minuteMs;
  return timePlaces[minute % timePlaces.length] ?? { left: 50, top: 24 };
}

/**
 * The time by the learner's clock as every reader of a recording understands it:
 * 2026-11-22 04:18:05 UTC+05:30.
 * @param zoneMinutes how far the clock is ahead of UTC
 */
export function timeText(atMs: number, zoneMinutes: number): string {
  const local = isoOf(atMs + zoneMinutes * minuteMs);
  const sign = zoneMinutes < 0 ? '-' : '+';
  const apart = isoOf((zoneMinutes < 0 ? -zoneMinutes : zoneMinutes) * minuteMs);
  return `${partOf(local, 0, 10)} ${partOf(local, 11, 19)} UTC${sign}${partOf(apart, 11, 16)}`;
}
