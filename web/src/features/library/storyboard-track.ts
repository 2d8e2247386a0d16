/** One small picture of a lesson, as a part of a sheet of many. */
export interface StoryboardPicture {
  /** Path of the sheet. */
  readonly sheet: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const PART = /^([\w.-]+\.jpg)#xywh=(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})$/gmu;

/**
 * Pictures out of a WebVTT track whose cues name parts of sheets (W3C Media Fragments), in their
 * order. Sheets lie beside the track.
 */
export function readStoryboard(track: string, trackPath: string): StoryboardPicture[] {
  const folder = trackPath.slice(0, trackPath.lastIndexOf('/') + 1);
  return [...track.matchAll(PART)].map(([, name = '', x, y, width, height]) => ({
    sheet: `${folder}${name}`,
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  }));
}

/** At most so many of them, evenly over the lesson; the very first moment says little. */
export function glimpses<Picture>(pictures: readonly Picture[], atMost: number): Picture[] {
  const count = Math.min(atMost, pictures.length);
  return Array.from(
    { length: count },
    (_, index) => pictures[Math.floor(((index + 0.5) * pictures.length) / count)],
  ).filter((picture) => picture !== undefined);
}
