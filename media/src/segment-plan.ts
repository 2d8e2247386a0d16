/** Bytes of the pictures of a short piece: the first is a key picture, and no other. */
export type EncodedSample = readonly number[];

/** The encoded size of pictures: of a key picture, and of a second of those between. */
export type PictureCost = { keyPictureBytes: number; bytesPerSecond: number };

export type SegmentPlan = {
  /** Length of a segment of the picture, which is one closed group behind one key picture. */
  segmentSeconds: number;
  /** The share of the bits of segments of two seconds that it saves; null when nothing was measured. */
  saved: number | null;
};

/** Length of every segment of sound, and the shortest of the picture; all others are its multiples. */
export const shortestSegmentSeconds = 2;

/**
 * Longer segments, and what each must save at least. A start waits for the whole first segment: by
 * these shares one of 6 s is at most 1.8 times, and one of 4 s 1.5 times, as large as one of 2 s.
 */
const longer = [
  { segmentSeconds: 6, leastSaved: 0.4 },
  { segmentSeconds: 4, leastSaved: 0.25 },
] as const;

/** Pictures a second of a sample; of slower sources some are the same, and cost next to nothing. */
export const samplePictures = { perSecond: 25, count: 25 } as const;
const mostSamples = 4;
/** On two cores a sample of 1080 lines takes as long as half a second of the transcode. */
const leastSecondsBetween = 10;

/** Plans where a video is looked at, in seconds: in the middle of parts of equal length. */
export function planSampleTimes(durationSeconds: number): number[] {
  const parts = Math.floor(durationSeconds / leastSecondsBetween);
  const count = Math.min(mostSamples, Math.max(1, parts));
  return Array.from({ length: count }, (_, index) => ((index + 0.5) * durationSeconds) / count);
}

/** Computes what pictures cost on average over the samples; null when these are empty. */
export function computePictureCost(samples: readonly EncodedSample[]): PictureCost | null {
  const measured = samples.filter(({ length }) => length > 1);
  if (measured.length === 0) return null;
  const sums = { keyPictureBytes: 0, bytesPerSecond: 0 };
  for (const [key = 0, ...between] of measured) {
    const bytes = between.reduce((sum, one) => sum + one, 0);
    sums.keyPictureBytes += key / measured.length;
    sums.bytesPerSecond += ((bytes / between.length) * samplePictures.perSecond) / measured.length;
  }
  return sums;
}

/**
 * Decides how long segments are: where key pictures take most of the bits, as with slides, fewer of
 * them save up to half; moving pictures keep short segments, which start and adapt faster.
 */
export function planSegments(cost: PictureCost | null): SegmentPlan {
  const short = { segmentSeconds: shortestSegmentSeconds };
  if (cost === null) return { segmentSeconds: short.segmentSeconds, saved: null };
  const saves = (segmentSeconds: number) => 1 - rate(cost, segmentSeconds) / rate(cost, 2);
  const { segmentSeconds } =
    longer.find((one) => saves(one.segmentSeconds) >= one.leastSaved) ?? short;
  return { segmentSeconds, saved: saves(segmentSeconds) };
}

/** Returns the bytes a second with a key picture every so many seconds. */
function rate({ keyPictureBytes, bytesPerSecond }: PictureCost, everySeconds: number): number {
  return Math.max(1e-9, keyPictureBytes / everySeconds + bytesPerSecond);
}
