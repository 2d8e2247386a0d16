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
/** Key pictures come every two seconds; more often nothing new could be shown. */
const leastGapSeconds = 2;
/** Three sheets: a seek bar has no room for more. */
const mostTiles = 300;

/** How often a picture is taken, and how large, for a video of that length and shape. */
export function planStoryboard(
  durationSeconds: number,
  shape: { width: number; height: number },
): StoryboardPlan {
  const scale = longSide / Math.max(shape.width, shape.height);
  const side = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  // Whole segments apart, so that each picture is a key picture of its own time.
  const gaps = Math.ceil(durationSeconds / mostTiles / leastGapSeconds);
  const everySeconds = Math.max(1, gaps) * leastGapSeconds;
  return {
    ...{ durationSeconds, everySeconds, columns, rows },
    tileWidth: side(shape.width),
    tileHeight: side(shape.height),
  };
}

/** The WebVTT track (W3C Media Fragments: `#xywh`), for at most as many pictures as the sheets hold. */
export function storyboardTrack(plan: StoryboardPlan, sheets: number): string {
  const perSheet = plan.columns * plan.rows;
  const tiles = Math.min(
    Math.max(1, Math.ceil(plan.durationSeconds / plan.everySeconds)),
    sheets * perSheet,
  );
  const cues = Array.from({ length: tiles }, (_, index) => {
    const from = index * plan.everySeconds;
    const to = index === tiles - 1 ? plan.durationSeconds : from + plan.everySeconds;
    const place = index % perSheet;
    const x = (place % plan.columns) * plan.tileWidth;
    const y = Math.floor(place / plan.columns) * plan.tileHeight;
    const part = `xywh=${x},${y},${plan.tileWidth},${plan.tileHeight}`;
    return `${clock(from)} --> ${clock(to)}\n${Math.floor(index / perSheet) + 1}.jpg#${part}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${rest}`;
}
