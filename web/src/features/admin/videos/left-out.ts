import type { LeftOutTrack } from '@prahari/contract';

const NAMES = {
  sound: 'videos.leftOut_sound',
  picture: 'videos.leftOut_picture',
  text: 'videos.leftOut_text',
  cover: 'videos.leftOut_cover',
  data: 'videos.leftOut_data',
} as const satisfies Record<LeftOutTrack['kind'], string>;

/** Subtitles that discs and broadcasts draw, as ffmpeg names them. */
const DRAWN: ReadonlySet<string> = new Set([
  ...['dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle', 'xsub'],
]);

/** The text of the catalogue that names such a track. */
export function nameOfTrack({ kind, codec }: Pick<LeftOutTrack, 'kind' | 'codec'>) {
  if (kind !== 'text') return NAMES[kind];
  if (codec === 'unreadable') return 'videos.leftOut_unreadableText';
  return DRAWN.has(codec) ? 'videos.leftOut_pictureText' : NAMES.text;
}

/** Each kind of track once, with how many there are, in the order of the file. */
export function countAlike(
  tracks: readonly LeftOutTrack[],
): { readonly track: LeftOutTrack; readonly count: number }[] {
  const counts = new Map<string, { track: LeftOutTrack; count: number }>();
  for (const track of tracks) {
    const key = [track.kind, track.codec, track.language].join(' ');
    const known = counts.get(key) ?? { track, count: 0 };
    counts.set(key, { track, count: known.count + 1 });
  }
  return [...counts.values()];
}
