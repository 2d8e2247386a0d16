import { MediaError } from './media-error.ts';

/** What the header of a track says of its fields; `unknown` where it is silent. */
export type SaidScan = 'progressive' | 'interlaced' | 'unknown';

/** A track of sound, as ffmpeg counts streams. */
export type SoundTrack = {
  stream: number;
  codec: string;
  /** RFC 5646; null where the file says nothing. */
  language: string | null;
};

/** A track of subtitles that are text, as ffmpeg counts streams. */
export type TextTrack = { stream: number; language: string | null };

/** A part of a source, from its beginning. */
export type SourceChapter = { startSeconds: number; title: string };

/** What a file holds besides the tracks that are used. */
export type LeftOut = {
  kind: 'sound' | 'picture' | 'text' | 'cover' | 'data';
  codec: string;
  language: string | null;
};

/** What headers say about a source. Sizes are as displayed: rotation and pixel shape applied. */
export type ReportedFacts = {
  /** When the longest of the chosen tracks ends, counted from the first; null where no header tells. */
  saidSeconds: number | null;
  /** Pictures a second on average; null where no header tells. */
  saidRate: number | null;
  width: number;
  height: number;
  saidScan: SaidScan;
  /** The transfer curve: that of ordinary pictures, or one of the two of HDR (BT.2100). */
  range: 'sdr' | 'pq' | 'hlg';
  videoCodec: string;
  videoStream: number;
  /** One a language, the default track first. */
  sounds: readonly SoundTrack[];
  /** One a language. */
  texts: readonly TextTrack[];
  chapters: readonly SourceChapter[];
  leftOut: readonly LeftOut[];
};

/** Subtitles that are letters; others are pictures of them. */
const textCodecs: ReadonlySet<string> = new Set([
  ...['subrip', 'srt', 'mov_text', 'webvtt', 'ass', 'ssa', 'text'],
]);
const mostTexts = 8;
const mostChapters = 200;
const longestTitle = 120;

const limits = {
  minSide: 16,
  maxSide: 8192,
  maxPixels: 8192 * 4352,
  maxAspect: 8,
} as const;

/** Of a file with more; each costs its encoding, and a longer menu is useless. */
const mostSounds = 8;
/** How many tracks are listed of a file with hundreds. */
const mostLeftOut = 50;

/** Largest picture that is decoded; ffmpeg and ffprobe get it too, against sizes that change midway. */
export const maxPicturePixels: number = limits.maxPixels;

/**
 * Reads the JSON of `ffprobe -show_format -show_streams -show_chapters`, taking nothing on trust.
 *
 * @throws MediaError `no_video`, `too_large_picture`, `unusable_picture`, or `broken_file` when it is
 * no such report.
 */
export function parseFfprobeReport(json: string): ReportedFacts {
  const report = parseObject(json);
  const streams = asArray(field(report, 'streams')).filter(isObject);
  const video = streams.find((stream) => isOfType(stream, 'video') && !isCoverArt(stream));
  if (!video) throw new MediaError(streams.length === 0 ? 'broken_file' : 'no_video');
  const audible = streams
    .filter((stream) => isOfType(stream, 'audio') && isAudible(stream))
    .toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  const sounds = oneALanguage(audible).slice(0, mostSounds);
  const written = streams.filter(
    (stream) => isOfType(stream, 'subtitle') && textCodecs.has(readCodec(stream)),
  );
  const texts = oneALanguage(written).slice(0, mostTexts);
  const chosen = new Set([video, ...sounds, ...texts]);

  const ends = [video, ...sounds].flatMap((stream) => saidEnd(stream) ?? []);
  const whole = positive(field(field(report, 'format'), 'duration'));
  return {
    saidSeconds: ends.length > 0 ? Math.max(...ends) : whole,
    saidRate: ratio(field(video, 'avg_frame_rate'), '/'),
    ...displaySize(video),
    saidScan: readScan(text(field(video, 'field_order'))),
    range: readColourRange(text(field(video, 'color_transfer'))),
    videoCodec: readCodec(video),
    videoStream: streamIndex(video),
    sounds: sounds.map((stream) => ({
      stream: streamIndex(stream),
      codec: readCodec(stream),
      language: readLanguage(stream),
    })),
    texts: texts.map((stream) => ({
      stream: streamIndex(stream),
      language: readLanguage(stream),
    })),
    chapters: readChapters(report),
    leftOut: streams
      .filter((stream) => !chosen.has(stream))
      .slice(0, mostLeftOut)
      .map((stream) => ({
        kind: readKind(stream),
        codec: readCodec(stream),
        language: readLanguage(stream),
      })),
  };
}

/**
 * Players choose by language: a second track of the same language could not be distinguished from
 * the first.
 */
function oneALanguage(streams: readonly object[]): object[] {
  const first = new Map(streams.toReversed().map((stream) => [readLanguage(stream), stream]));
  return streams.filter((stream) => first.get(readLanguage(stream)) === stream);
}

/**
 * Reads chapters: at least two, each after the one before; without a title, a chapter is named by
 * its number.
 */
function readChapters(report: object): SourceChapter[] {
  const begin = Number(field(field(report, 'format'), 'start_time')) || 0;
  const chapters: SourceChapter[] = [];
  for (const [index, chapter] of asArray(field(report, 'chapters')).entries()) {
    const startSeconds = Math.max(0, Number(field(chapter, 'start_time')) - begin);
    const last = chapters.at(-1)?.startSeconds ?? -1;
    if (!(startSeconds > last) || startSeconds > 100 * 3600) continue;
    const said = text(field(field(chapter, 'tags'), 'title'));
    // Surrogates without their other half are no letters; control characters are not shown, and
    // those that turn the direction of text would rewrite what stands behind the title.
    const title = said
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/[\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu, '')
      .trim()
      .slice(0, longestTitle);
    chapters.push({ startSeconds, title: title || String(index + 1) });
    if (chapters.length === mostChapters) break;
  }
  return chapters.length > 1 ? chapters : [];
}

function readKind(stream: object): LeftOut['kind'] {
  if (isCoverArt(stream)) return 'cover';
  if (isOfType(stream, 'audio')) return 'sound';
  if (isOfType(stream, 'video')) return 'picture';
  return isOfType(stream, 'subtitle') ? 'text' : 'data';
}

function readCodec(stream: object): string {
  return text(field(stream, 'codec_name')) || 'unknown';
}

/**
 * Reads a language by RFC 5646, which has ISO 639-2 as aliases; undetermined (`und`) counts as
 * missing.
 */
function readLanguage(stream: object): string | null {
  const said = text(field(field(stream, 'tags'), 'language'));
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(said) || /^und\b/i.test(said)) return null;
  try {
    return Intl.getCanonicalLocales(said)[0] ?? null;
  } catch {
    return null;
  }
}

function isDefault(stream: object): boolean {
  return field(field(stream, 'disposition'), 'default') === 1;
}

/**
 * Tells whether a track has sound: transport streams announce tracks that never arrive, without a
 * rate.
 */
function isAudible(stream: object): boolean {
  return readCodec(stream) !== 'unknown' && positive(field(stream, 'sample_rate')) !== null;
}

function readScan(fieldOrder: string): SaidScan {
  if (['tt', 'bb', 'tb', 'bt'].includes(fieldOrder)) return 'interlaced';
  return fieldOrder === 'progressive' ? 'progressive' : 'unknown';
}

/**
 * Computes the end of a track as it claims: some containers count from 0, and some from its own
 * start.
 */
function saidEnd(stream: object): number | null {
  const seconds = positive(field(stream, 'duration'));
  if (seconds !== null) return seconds;
  const end = taggedSeconds(stream);
  const start = positive(field(stream, 'start_time')) ?? 0;
  return end === null ? null : Math.max(0, end - start);
}

function readColourRange(transfer: string): ReportedFacts['range'] {
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

/** Reads the length of a track that Matroska stores in a tag as hours, minutes and seconds. */
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
