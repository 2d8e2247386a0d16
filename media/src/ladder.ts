import type { QualityClass } from './content-keys.ts';
import type { SourceFacts } from './probe.ts';
import { shortestSegmentSeconds } from './segment-plan.ts';

/** One encoded size of the picture. `name` names its files and folder, `lines` is its usual name. */
export type VideoRendition = {
  name: string;
  lines: number;
  width: number;
  height: number;
  maxBitrateKbps: number;
  quality: Extract<QualityClass, 'SD' | 'HD'>;
};

/** One encoded form of one sound track. */
export type AudioRendition = {
  name: string;
  /** The group of languages that it belongs to. */
  group: 'audio' | 'audiolow';
  bitrateKbps: number;
  quality: 'AUDIO';
  /** Of the source. */
  stream: number;
  /** RFC 5646; null where the source says nothing. */
  language: string | null;
};

/** The encoded forms of one video, best picture first. */
export type Ladder = {
  video: readonly VideoRendition[];
  /** Best sound first, then for lines of 60 kbit/s, each in the languages of the source; or none. */
  audio: readonly AudioRendition[];
  /** Pictures a second of every rendition, as an exact fraction. */
  frameRate: { numerator: number; denominator: number };
  /** Length of the segments of the picture; key frames fall on its multiples in every rendition. */
  segmentSeconds: number;
};

type PlannedFrom = Pick<
  SourceFacts,
  'width' | 'height' | 'frameRate' | 'averageFrameRate' | 'scan' | 'sounds'
>;

const highestFrameRate = 30;
const steps = [
  { lines: 1080, maxBitrateKbps: 5000 },
  { lines: 720, maxBitrateKbps: 2800 },
  { lines: 480, maxBitrateKbps: 1400 },
  { lines: 360, maxBitrateKbps: 800 },
  { lines: 240, maxBitrateKbps: 300 },
  { lines: 144, maxBitrateKbps: 90 },
] as const;
/** Sources below this many lines get a rendition of their own size besides. */
const smallestUsualLines = 240;
/** Slices of smaller pictures can be shorter than a block of AES, and then stay in the clear. */
const fewestLines = 64;
const soundGroups = [
  { group: 'audio', bitrateKbps: 128 },
  { group: 'audiolow', bitrateKbps: 48 },
] as const;
const standardRates = [
  { numerator: 24_000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
] as const;

/**
 * Chooses the sizes to encode. A rendition is a 16:9 frame (9:16 for upright pictures) that the
 * source fills in at least one direction; the picture is fitted into it and not enlarged. A source
 * below the usual renditions gets one of its own size; only a tiny one is enlarged, until there is
 * enough to encrypt.
 * @param segmentSeconds as `measureSegments` chose it
 */
export function planLadder(
  facts: PlannedFrom,
  segmentSeconds: number = shortestSegmentSeconds,
): Ladder {
  const long = Math.max(facts.width, facts.height);
  const short = Math.min(facts.width, facts.height);
  const video = steps
    .filter(({ lines }) => long >= evenFloor(computeLongSide(lines)) || short >= lines)
    .map(({ lines, maxBitrateKbps }): VideoRendition => {
      const scale = Math.min(computeLongSide(lines) / long, lines / short);
      return planRendition(facts, lines, maxBitrateKbps, scale);
    });
  const isSmall = !video.some(({ lines }) => lines >= smallestUsualLines);
  const best = video[0];
  const ownLines = Math.max(fewestLines, evenFloor(short));
  const own = planRendition(facts, ownLines, 250, Math.max(1, fewestLines / short));
  const isLarger = !best || (own.width > best.width && own.lines > best.lines);
  return {
    video: isSmall && isLarger ? [own, ...video] : video,
    audio: soundGroups.flatMap((group) => facts.sounds.map(planAudioRendition(group))),
    frameRate: outputFrameRate(facts),
    segmentSeconds,
  };
}

/** Lists the key classes that a ladder needs. */
export function listQualityClasses(ladder: Ladder): ReadonlySet<QualityClass> {
  const classes = new Set<QualityClass>(ladder.video.map((rendition) => rendition.quality));
  for (const { quality } of ladder.audio) classes.add(quality);
  return classes;
}

/** Up to here renditions are made first, so that a video plays while the better ones are being made. */
const highestLinesOfLow = 240;

/**
 * Up to this length all renditions are made at once: on two cores that takes less than the 15 s that a
 * learner may wait anyway, and the source is decoded once instead of twice.
 */
const atOnceSeconds = 25;

/**
 * Splits a ladder into what is made first (the lowest renditions and the sound) and the rest; null when
 * nothing is left for it.
 */
export function splitLadder(
  ladder: Ladder,
  durationSeconds: number,
): { low: Ladder; high: Ladder | null } {
  const isLow = (rendition: VideoRendition) =>
    rendition.lines <= highestLinesOfLow || rendition === ladder.video.at(-1);
  const better = ladder.video.filter((rendition) => !isLow(rendition));
  if (better.length === 0 || durationSeconds <= atOnceSeconds) return { low: ladder, high: null };
  return {
    low: { ...ladder, video: ladder.video.filter(isLow) },
    high: { ...ladder, video: better, audio: [] },
  };
}

function planRendition(
  source: PlannedFrom,
  lines: number,
  maxBitrateKbps: number,
  scale: number,
): VideoRendition {
  return {
    name: `v${lines}`,
    lines,
    width: evenFloor(source.width * scale),
    height: evenFloor(source.height * scale),
    maxBitrateKbps,
    quality: lines <= 480 ? 'SD' : 'HD',
  };
}

/**
 * Plans a rendition of sound: the first is named by its group alone, the others also by their
 * number.
 */
function planAudioRendition(group: (typeof soundGroups)[number]) {
  return ({ stream, language }: SourceFacts['sounds'][number], index: number): AudioRendition => ({
    ...group,
    name: index === 0 ? group.group : `${group.group}${index + 1}`,
    quality: 'AUDIO',
    stream,
    language,
  });
}

function computeLongSide(lines: number): number {
  return (lines * 16) / 9;
}

/** 4:2:0 colour needs even sides. 854 × 480 is 16:9 but for a rounding, and keeps its 480 lines. */
function evenFloor(length: number): number {
  return Math.max(2, 2 * Math.floor(Math.round(length) / 2));
}

/**
 * Halves high rates, so that pictures are dropped evenly, and snaps to the rate meant by an
 * average. A varying rate is not halved: motion gets as many pictures as allowed.
 */
function outputFrameRate({
  frameRate,
  averageFrameRate,
  scan,
}: Pick<PlannedFrom, 'frameRate' | 'averageFrameRate' | 'scan'>): Ladder['frameRate'] {
  const isVariable = frameRate > averageFrameRate;
  // Film on fields: every fifth picture is taken out.
  let rate = scan === 'telecine' ? frameRate * 0.8 : frameRate;
  if (isVariable) rate = Math.min(rate, highestFrameRate);
  while (rate > highestFrameRate * 1.01) rate /= 2;
  const nearest = standardRates.toSorted((a, b) => distance(a, rate) - distance(b, rate))[0];
  if (nearest && distance(nearest, rate) / rate < 0.01) return nearest;
  return { numerator: Math.max(1, Math.ceil(rate)), denominator: 1 };
}

function distance(fraction: Ladder['frameRate'], rate: number): number {
  return Math.abs(fraction.numerator / fraction.denominator - rate);
}
