import { MediaError } from './media-error.ts';

/** What is known of a source before it is converted. Sizes are as displayed: rotation and pixel shape applied. */
export type ReportedFacts = {
  durationSeconds: number;
  /** Length of the picture track where the file tells it; `durationSeconds` is the longest track. */
  videoSeconds: number | null;
  width: number;
  height: number;
  /** Pictures a second, averaged. */
  frameRate: number;
  interlaced: boolean;
  /** How bright the brightest is meant: ordinary pictures, or one of the two curves of HDR (BT.2100). */
  range: 'sdr' | 'pq' | 'hlg';
  videoCodec: string;
  audioCodec: string | null;
  /** Index of the tracks chosen, as ffmpeg counts them. */
  videoStream: number;
  audioStream: number | null;
};

const limits = {
  minSide: 16,
  maxSide: 8192,
  maxPixels: 8192 * 4352,
  maxAspect: 8,
  minSeconds: 0.5,
  maxSeconds: 24 * 3600,
} as const;

/** Largest picture that is decoded; ffmpeg and ffprobe get it too, against sizes that change midway. */
export const maxPicturePixels: number = limits.maxPixels;

/**
 * Reads the JSON of `ffprobe -show_format -show_streams`, taking nothing on trust.
 *
 * @throws MediaError `no_video`, `unknown_duration`, `too_short`, `too_long`, `too_large_picture`,
 * `unusable_picture`, or `broken_file` when it is no such report.
 */
export function parseFfprobeReport(json: string): ReportedFacts {
  const report = parseObject(json);
  const streams = asArray(field(report, 'streams')).filter(isObject);
  const video = streams.find((stream) => isOfType(stream, 'video') && !isCoverArt(stream));
  if (!video) throw new MediaError(streams.length === 0 ? 'broken_file' : 'no_video');
  const audio = streams.find((stream) => isOfType(stream, 'audio'));

  const videoSeconds = positive(field(video, 'duration')) ?? taggedSeconds(video);
  const durationSeconds = positive(field(field(report, 'format'), 'duration')) ?? videoSeconds;
  if (durationSeconds === null) throw new MediaError('unknown_duration');
  if (durationSeconds < limits.minSeconds) throw new MediaError('too_short');
  if (durationSeconds > limits.maxSeconds) throw new MediaError('too_long');

  return {
    durationSeconds,
    videoSeconds,
    ...displaySize(video),
    frameRate:
      ratio(field(video, 'avg_frame_rate'), '/') ?? ratio(field(video, 'r_frame_rate'), '/') ?? 25,
    interlaced: ['tt', 'bb', 'tb', 'bt'].includes(text(field(video, 'field_order'))),
    range: rangeOf(text(field(video, 'color_transfer'))),
    videoCodec: text(field(video, 'codec_name')) || 'unknown',
    audioCodec: audio ? text(field(audio, 'codec_name')) || 'unknown' : null,
    videoStream: streamIndex(video),
    audioStream: audio ? streamIndex(audio) : null,
  };
}

function rangeOf(transfer: string): ReportedFacts['range'] {
  if (transfer === 'smpte2084') return 'pq';
  return transfer === 'arib-std-b67' ? 'hlg' : 'sdr';
}

function displaySize(video: object): { width: number; height: number } {
  const codedWidth = positive(field(video, 'width'));
  const codedHeight = positive(field(video, 'height'));
  if (codedWidth === null || codedHeight === null) throw new MediaError('broken_file');
  const pixelShape = ratio(field(video, 'sample_aspect_ratio'), ':') ?? 1;
  const upright = { width: Math.round(codedWidth * pixelShape), height: codedHeight };
  const size = isTurned(video) ? { width: upright.height, height: upright.width } : upright;

  const long = Math.max(size.width, size.height, codedWidth);
  const short = Math.min(size.width, size.height, codedWidth);
  if (long > limits.maxSide || size.width * size.height > limits.maxPixels) {
    throw new MediaError('too_large_picture');
  }
  if (short < limits.minSide || long / short > limits.maxAspect) {
    throw new MediaError('unusable_picture');
  }
  return size;
}

function isTurned(video: object): boolean {
  const angles = asArray(field(video, 'side_data_list')).map((data) => field(data, 'rotation'));
  const angle = angles.find((value) => typeof value === 'number') ?? 0;
  return Math.abs(Math.round(angle / 90)) % 2 === 1;
}

function isCoverArt(stream: object): boolean {
  return field(field(stream, 'disposition'), 'attached_pic') === 1;
}

function isOfType(stream: object, type: string): boolean {
  return field(stream, 'codec_type') === type;
}

function streamIndex(stream: object): number {
  const index = field(stream, 'index');
  if (typeof index === 'number' && Number.isSafeInteger(index) && index >= 0) return index;
  throw new MediaError('broken_file', { log: 'a stream without an index' });
}

/** Matroska keeps a track's length in a tag written as hours, minutes and seconds. */
function taggedSeconds(stream: object): number | null {
  const match = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(
    text(field(field(stream, 'tags'), 'DURATION')),
  );
  if (!match) return null;
  return positive(Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]));
}

function ratio(value: unknown, separator: ':' | '/'): number | null {
  const [above, below] = text(value).split(separator).map(Number);
  return positive((above ?? Number.NaN) / (below ?? Number.NaN));
}

function positive(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : '';
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function parseObject(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return value;
  } catch (cause) {
    throw new MediaError('broken_file', { log: 'ffprobe printed no JSON', cause });
  }
  throw new MediaError('broken_file', { log: 'ffprobe printed no object' });
}
