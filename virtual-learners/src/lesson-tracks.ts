/** One rendition of a lesson, as its manifest describes it. */
export interface Track {
  /** Where it lies; ends with a slash. */
  readonly base: string;
  readonly initName: string;
  readonly segments: number;
  /** On average. */
  readonly segmentSeconds: number;
  /** @param number from 1 */
  nameOf(number: number): string;
}

/** Reads one rendition from our DASH manifest (ISO/IEC 23009-1, SegmentTimeline). */
export function readTrack(manifest: string, name: string): Track {
  const [, base] = /<BaseURL>([^<]+)<\/BaseURL>/.exec(manifest) ?? [];
  const [, attributes = '', timeline = ''] =
    new RegExp(
      `<SegmentTemplate([^>]*media="${name}/[^>]*)>\\s*<SegmentTimeline>([\\s\\S]*?)</SegmentTimeline>`,
    ).exec(manifest) ?? [];
  const timescale = Number(/timescale="(\d+)"/.exec(attributes)?.[1]);
  let segments = 0;
  let ticks = 0;
  for (const [, duration, repeats = '0'] of timeline.matchAll(
    /<S\b[^>]* d="(\d+)"(?:[^>]* r="(\d+)")?/g,
  )) {
    segments += 1 + Number(repeats);
    ticks += Number(duration) * (1 + Number(repeats));
  }
  if (base === undefined || segments === 0 || !(timescale > 0)) {
    throw new Error(`the manifest has no ${name}`);
  }
  return {
    base,
    initName: `${name}/init.mp4`,
    segments,
    segmentSeconds: ticks / timescale / segments,
    nameOf: (number) => `${name}/${number}.m4s`,
  };
}

/** What poor lines are given. */
const poorHeight = 360;

/** Names the renditions that a poor line plays: of the picture, and of the sound where there is one. */
export function chooseTracks(manifest: string): {
  readonly picture: string;
  readonly sound: string | undefined;
} {
  const names = [...manifest.matchAll(/<SegmentTemplate[^>]* media="([^/"]+)\//g)].map(
    ([, name = '']) => name,
  );
  const heights = names
    .flatMap((name) => /^v(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
  const height = heights.findLast((one) => one <= poorHeight) ?? heights[0];
  if (height === undefined) throw new Error('the manifest has no picture');
  const sounds = names.filter((name) => name.startsWith('audio'));
  return {
    picture: `v${height}`,
    sound: sounds.find((name) => name === 'audiolow') ?? sounds[0],
  };
}

/** Key ids that a manifest names, in base64url, each once. */
export function readKeyIds(manifest: string): string[] {
  const ids = [...manifest.matchAll(/cenc:default_KID="([0-9a-fA-F-]+)"/g)].map(([, hex = '']) =>
    Buffer.from(hex.replaceAll('-', ''), 'hex').toString('base64url'),
  );
  return [...new Set(ids)];
}
