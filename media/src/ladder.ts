import type { QualityClass } from './content-keys.ts';
import type { SourceFacts } from './probe.ts';

/** One encoded size of the picture. `name` names its files and folder, `lines` is its usual name. */
export type VideoRung = {
  name: string;
  lines: number;
  width: number;
  height: number;
  maxBitrateKbps: number;
  quality: Extract<QualityClass, 'SD' | 'HD'>;
};

export type AudioRung = { name: 'audio' | 'audiolow'; bitrateKbps: number; quality: 'AUDIO' };

/** The encoded forms of one lesson, best picture first. */
export type Ladder = {
  video: readonly VideoRung[];
  /** Best sound first; none when the source has none. The last is for lines of 60 kbit/s. */
  audio: readonly AudioRung[];
  /** Pictures a second of every rung, as an exact fraction. */
  frameRate: { numerator: number; denominator: number };
};

type PlannedFrom = Pick<SourceFacts, 'width' | 'height' | 'frameRate' | 'audioCodec'>;

/** Length of a segment; key frames fall on its multiples in every rung. */
export const segmentSeconds = 2;

const highestFrameRate = 30;
const steps = [
  { lines: 1080, maxBitrateKbps: 5000 },
  { lines: 720, maxBitrateKbps: 2800 },
  { lines: 480, maxBitrateKbps: 1400 },
  { lines: 360, maxBitrateKbps: 800 },
  { lines: 240, maxBitrateKbps: 300 },
  { lines: 144, maxBitrateKbps: 90 },
] as const;
/** Sources below this many lines get a rung of their own size besides. */
const smallestUsualLines = 240;
const sounds: readonly AudioRung[] = [
  { name: 'audio', bitrateKbps: 128, quality: 'AUDIO' },
  { name: 'audiolow', bitrateKbps: 48, quality: 'AUDIO' },
];
const standardRates = [
  { numerator: 24_000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
] as const;

/**
 * Chooses the sizes to encode. A rung is a 16:9 frame (9:16 for upright pictures) that the source
 * fills in at least one direction; the picture is fitted into it and never enlarged. A source below
 * the usual rungs gets one of its own size.
 */
export function planLadder(facts: PlannedFrom): Ladder {
  const long = Math.max(facts.width, facts.height);
  const short = Math.min(facts.width, facts.height);
  const video = steps
    .filter(({ lines }) => long >= evenFloor(longSideOf(lines)) || short >= lines)
    .map(({ lines, maxBitrateKbps }): VideoRung => {
      const scale = Math.min(longSideOf(lines) / long, lines / short);
      return rungOf(facts, lines, maxBitrateKbps, scale);
    });
  const isSmall = !video.some(({ lines }) => lines >= smallestUsualLines);
  const best = video[0];
  const own = rungOf(facts, evenFloor(short), 250, 1);
  const isLarger = !best || (own.width > best.width && own.lines > best.lines);
  return {
    video: isSmall && isLarger ? [own, ...video] : video,
    audio: facts.audioCodec === null ? [] : sounds,
    frameRate: outputFrameRate(facts.frameRate),
  };
}

/** The key classes that a ladder needs. */
export function qualityClassesOf(ladder: Ladder): ReadonlySet<QualityClass> {
  const classes = new Set<QualityClass>(ladder.video.map((rung) => rung.quality));
  for (const { quality } of ladder.audio) classes.add(quality);
  return classes;
}

/** Up to here rungs are made first, so that a lesson plays while the better ones are being made. */
const highestLinesOfLow = 240;

/**
 * Up to this length all rungs are made at once: on two cores that takes less than the 15 s that a
 * learner may wait anyway, and the source is decoded once instead of twice.
 */
const atOnceSeconds = 25;

/**
 * Parts a ladder into what is made first (the lowest rungs and the sound) and the rest; null when
 * nothing is left for it.
 */
export function splitLadder(
  ladder: Ladder,
  durationSeconds: number,
): { low: Ladder; high: Ladder | null } {
  const isLow = (rung: VideoRung) =>
    rung.lines <= highestLinesOfLow || rung === ladder.video.at(-1);
  const better = ladder.video.filter((rung) => !isLow(rung));
  if (better.length === 0 || durationSeconds <= atOnceSeconds) return { low: ladder, high: null };
  return {
    low: { ...ladder, video: ladder.video.filter(isLow) },
    high: { ...ladder, video: better, audio: [] },
  };
}

function rungOf(
  source: PlannedFrom,
  lines: number,
  maxBitrateKbps: number,
  scale: number,
): VideoRung {
  return {
    name: `v${lines}`,
    lines,
    width: evenFloor(source.width * scale),
    height: evenFloor(source.height * scale),
    maxBitrateKbps,
    quality: lines <= 480 ? 'SD' : 'HD',
  };
}

function longSideOf(lines: number): number {
  return (lines * 16) / 9;
}

/** 4:2:0 colour needs even sides. */
function evenFloor(length: number): number {
  return Math.max(2, 2 * Math.floor((length + 1e-6) / 2));
}

/** Halves high rates, so that pictures are dropped evenly, and snaps to the rate meant by an average. */
function outputFrameRate(sourceRate: number): Ladder['frameRate'] {
  let rate = sourceRate;
  while (rate > highestFrameRate * 1.01) rate /= 2;
  const nearest = standardRates.toSorted((a, b) => distance(a, rate) - distance(b, rate))[0];
  if (nearest && distance(nearest, rate) / rate < 0.01) return nearest;
  return { numerator: Math.max(1, Math.ceil(rate)), denominator: 1 };
}

function distance(fraction: Ladder['frameRate'], rate: number): number {
  return Math.abs(fraction.numerator / fraction.denominator - rate);
}
