/** One small picture of a video, as a part of a sheet of many. */
export interface StoryboardPicture {
  /** The time from which it shows the video. */
  readonly fromSeconds: number;
  /** Path of the sheet. */
  readonly sheet: string;
  /** In pixels of the sheet. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const CUE =
  /^(\d{1,3}):(\d{2}):(\d{2}\.\d{3}) --> .*\n([\w.-]+\.jpg)#xywh=(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})$/gmu;

/**
 * Pictures out of a WebVTT track whose cues name parts of sheets (W3C Media Fragments), in their
 * order. Sheets lie beside the track.
 */
export function readStoryboard(track: string, trackPath: string): StoryboardPicture[] {
  const folder = trackPath.slice(0, trackPath.lastIndexOf('/') + 1);
  return [...track.matchAll(CUE)].map(
    ([, hours, minutes, seconds, name = '', x, y, width, height]) => ({
      fromSeconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
      sheet: `${folder}${name}`,
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }),
  );
}

/** Fetches and reads a track; nothing where there is none, which is no failure. */
export async function fetchStoryboard(
  url: string,
  signal?: AbortSignal,
): Promise<StoryboardPicture[]> {
  const answer = await fetch(url, { credentials: 'same-origin', signal: signal ?? null });
  return answer.ok ? readStoryboard(await answer.text(), url) : [];
}

/** Finds the picture of a moment; pictures are in the order of time. */
export function findPicture(
  pictures: readonly StoryboardPicture[],
  atSeconds: number,
): StoryboardPicture | undefined {
  let low = 0;
  let high = pictures.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((pictures[middle]?.fromSeconds ?? 0) <= atSeconds) low = middle + 1;
    else high = middle;
  }
  return pictures[Math.max(0, low - 1)];
}
