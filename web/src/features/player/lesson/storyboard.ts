/** One small picture: where it lies in its sheet, in pixels, and the seconds that it stands for. */
export interface Tile {
  readonly fromSeconds: number;
  readonly sheet: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const CUE = /(\d+):(\d{2}):(\d{2}\.\d{3}) --> .*\n(\d+\.jpg)#xywh=(\d+),(\d+),(\d+),(\d+)/gu;

/** Reads the track that comes with a storyboard (WebVTT; W3C Media Fragments). */
export function tilesOf(track: string): Tile[] {
  return [...track.matchAll(CUE)].map(
    ([, hours, minutes, seconds, sheet = '', x, y, width, height]) => ({
      fromSeconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
      ...{ sheet, x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
    }),
  );
}

/** The picture of a moment; tiles are in the order of time. */
export function tileAt(tiles: readonly Tile[], atSeconds: number): Tile | undefined {
  let low = 0;
  let high = tiles.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((tiles[middle]?.fromSeconds ?? 0) <= atSeconds) low = middle + 1;
    else high = middle;
  }
  return tiles[Math.max(0, low - 1)];
}

/** Beside the poster, under the same signed path; null where there is no poster either. */
export function storyboardAddress(posterUrl: string | null): string | null {
  return posterUrl?.endsWith('/poster.jpg')
    ? posterUrl.replace(/poster\.jpg$/u, 'storyboard/index.vtt')
    : null;
}
