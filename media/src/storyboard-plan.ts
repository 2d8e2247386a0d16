import { formatPictureTrack } from './picture-track.ts';

export type StoryboardPlan = {
  durationSeconds: number;
  everySeconds: number;
  tileWidth: number;
  tileHeight: number;
  columns: number;
  rows: number;
};

const longSide = 160;
const columns = 10;
const rows = 10;
/** No segment is shorter: each picture can be a different key picture. */
const leastGapSeconds = 2;
/** Three sheets: a seek bar has no room for more. */
const mostTiles = 300;

/** Plans how often a picture is taken, and how large, for a video of that length and shape. */
export function planStoryboard(
  durationSeconds: number,
  shape: { width: number; height: number },
): StoryboardPlan {
  const scale = longSide / Math.max(shape.width, shape.height);
  const side = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  const gaps = Math.ceil(durationSeconds / mostTiles / leastGapSeconds);
  const everySeconds = Math.max(1, gaps) * leastGapSeconds;
  return {
    durationSeconds,
    everySeconds,
    columns,
    rows,
    tileWidth: side(shape.width),
    tileHeight: side(shape.height),
  };
}

/** Writes the WebVTT track, for at most as many pictures as the sheets hold. */
export function formatStoryboardTrack(plan: StoryboardPlan, sheets: number): string {
  const { tileWidth: width, tileHeight: height } = plan;
  const perSheet = plan.columns * plan.rows;
  const tiles = Math.min(
    Math.max(1, Math.ceil(plan.durationSeconds / plan.everySeconds)),
    sheets * perSheet,
  );
  const cues = Array.from({ length: tiles }, (_, index) => {
    const fromSeconds = index * plan.everySeconds;
    const isLast = index === tiles - 1;
    const place = index % perSheet;
    const [x, y] = [(place % plan.columns) * width, Math.floor(place / plan.columns) * height];
    return {
      fromSeconds,
      toSeconds: isLast ? plan.durationSeconds : fromSeconds + plan.everySeconds,
      file: `${Math.floor(index / perSheet) + 1}.jpg`,
      part: { x, y, width, height },
    };
  });
  return formatPictureTrack(cues);
}
