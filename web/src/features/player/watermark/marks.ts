import type { Stream } from '@prahari/contract';

export type MarkKind = 'static' | 'hidden' | 'moving' | 'time' | 'centre' | 'test';
/** White with a black edge, or black with a white one. */
export type Tone = 'light' | 'dark';

/** One mark as it is drawn; the styles are CSS properties. */
export interface Mark {
  readonly kind: MarkKind;
  readonly lines: readonly string[];
  readonly tone: Tone;
  readonly styles: Readonly<Record<string, string>>;
}

export interface MarksInput {
  readonly watermark: Stream['watermark'];
  readonly policy: Pick<Stream['policy'], 'watermarkOpacity' | 'testMode'>;
  /** What the label of a test says. */
  readonly testLabel: string;
}

/**
 * What nobody sees in passing and what stretching the contrast of a recording brings out: five
 * levels of 256 at most.
 */
const hiddenOpacity = '0.02';

// Marks are seen in full screen only, so sizes follow the screen: 1.5 % of the width are 13 pixels
// where a picture is shrunk to 480 lines, and 14 are the least.
const size = 'max(14px, 1.5vw)';
/** Above and below what the controls cover. */
const high = 'max(13%, 96px)';
const low = 'max(14%, 112px)';

const corners: readonly (readonly [Tone, Readonly<Record<string, string>>])[] = [
  ['light', { top: high, left: '3%' }],
  ['dark', { top: high, right: '3%', 'text-align': 'right' }],
  ['dark', { bottom: low, left: '3%' }],
  ['light', { right: '3%', bottom: low, 'text-align': 'right' }],
];
const hiddenPlaces = [
  [25, 25],
  [75, 25],
  [25, 75],
  [75, 75],
] as const;
const centred = { transform: 'translate(-50%, -50%)' } as const;

/**
 * All marks of a playback (specification, section 2): 4 static, 4 hidden, 3 moving, 1 with the time,
 * 1 large in the centre, and the label of a test. Neighbours differ in tone: whatever the picture,
 * one of fill and edge stands out on it, and no pixel of it need be read for that.
 */
export function marksOf({ watermark, policy, testLabel }: MarksInput): Mark[] {
  const { maskedNumber, sessionCode } = watermark;
  const opacity = String(policy.watermarkOpacity);
  const lines = [maskedNumber, sessionCode];
  const visible = { opacity, 'font-size': size };
  return [
    ...corners.map(
      ([tone, place]): Mark => ({ kind: 'static', lines, tone, styles: { ...visible, ...place } }),
    ),
    ...hiddenPlaces.map(
      ([left, top]): Mark => ({
        kind: 'hidden',
        lines: [`${maskedNumber} ${sessionCode}`],
        tone: 'light',
        styles: {
          ...centred,
          ...{ opacity: hiddenOpacity, left: `${left}%`, top: `${top}%`, 'font-size': '3vw' },
        },
      }),
    ),
    ...(['light', 'dark', 'light'] as const).map(
      (tone): Mark => ({ kind: 'moving', lines, tone, styles: { ...visible, ...centred } }),
    ),
    { kind: 'time', lines: [sessionCode], tone: 'dark', styles: { ...visible, ...centred } },
    {
      kind: 'centre',
      lines,
      tone: 'light',
      styles: {
        ...centred,
        ...{ opacity: '0', left: '50%', top: '50%', 'font-size': 'max(24px, 4.5vw)' },
      },
    },
    ...(policy.testMode ? [testMark(testLabel)] : []),
  ];
}

function testMark(label: string): Mark {
  return {
    kind: 'test',
    lines: [label],
    tone: 'light',
    styles: { ...centred, left: '50%', top: high, 'font-size': size, opacity: '0.8' },
  };
}

/** Where the mark with the time stands: by the edges in turn, a minute at each. */
export function timePlace(atMs: number): { readonly left: string; readonly top: string } {
  const places = [
    { left: '50%', top: '24%' },
    { left: '86%', top: '50%' },
    { left: '50%', top: '76%' },
    { left: '14%', top: '50%' },
  ] as const;
  return places[Math.floor(atMs / 60_000) % places.length] ?? places[0];
}

/** The time as every reader of a recording understands it: 2026-11-21 22:48:05 UTC. */
export function timeText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
