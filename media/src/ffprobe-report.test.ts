import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFfprobeReport } from './ffprobe-report.ts';
import { MediaError } from './media-error.ts';

const video = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  width: 1920,
  height: 1080,
  sample_aspect_ratio: '1:1',
  avg_frame_rate: '30000/1001',
  duration: '10.01',
};
const audio = { index: 1, codec_type: 'audio', codec_name: 'aac', sample_rate: '48000' };

const parse = (streams: readonly object[], duration = '10.2') =>
  parseFfprobeReport(JSON.stringify({ streams, format: { duration } }));

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof MediaError) return error.code;
    throw error;
  }
  return 'accepted';
}

test('an ordinary report', () => {
  expect(parse([video, audio])).toEqual({
    saidSeconds: 10.01,
    saidRate: 30_000 / 1001,
    width: 1920,
    height: 1080,
    saidScan: 'unknown',
    range: 'sdr',
    videoCodec: 'h264',
    videoStream: 0,
    sounds: [{ stream: 1, codec: 'aac', language: null }],
    texts: [],
    chapters: [],
    leftOut: [],
  });
});

test('sound tracks are distinguished, and unused ones are listed', () => {
  const hindi = { ...audio, index: 2, tags: { language: 'hin', title: 'Hindi' } };
  const main = { ...audio, index: 3, tags: { language: 'ENG' }, disposition: { default: 1 } };
  const silent = { ...audio, index: 4, sample_rate: '0' };
  const bitmap = { index: 5, codec_type: 'subtitle', codec_name: 'dvd_subtitle' };
  const second = { ...video, index: 6 };
  const { sounds, leftOut } = parse([video, hindi, main, silent, bitmap, second]);
  expect(sounds).toEqual([
    { stream: 3, codec: 'aac', language: 'en' },
    { stream: 2, codec: 'aac', language: 'hi' },
  ]);
  expect(leftOut.map(({ kind, codec }) => `${kind} ${codec}`)).toEqual([
    'sound aac',
    'text dvd_subtitle',
    'picture h264',
  ]);
});

test('subtitles of letters are taken, one a language, and pictures of letters are left out', () => {
  const text = { codec_type: 'subtitle', codec_name: 'subrip', tags: { language: 'hin' } };
  const { texts, leftOut } = parse([
    ...[video, { ...text, index: 1 }, { ...text, index: 2, tags: {} }, { ...text, index: 3 }],
    { ...text, index: 4, codec_name: 'hdmv_pgs_subtitle' },
  ]);
  expect(texts).toEqual([
    { stream: 1, language: 'hi' },
    { stream: 2, language: null },
  ]);
  expect(leftOut.map(({ codec }) => codec)).toEqual(['subrip', 'hdmv_pgs_subtitle']);
});

test('chapters count from the beginning of the file, and rise', () => {
  const chaptersOf = (...chapters: [string, string?][]) => {
    const listed = chapters.map(([start_time, title]) => ({ start_time, tags: { title } }));
    const format = { duration: '10', start_time: '1.5' };
    return parseFfprobeReport(JSON.stringify({ streams: [video], format, chapters: listed }))
      .chapters;
  };
  expect(chaptersOf(['1.5', 'Light'], ['0'], ['7.5', ' \u0000 '], ['x', 'Never'])).toEqual([
    { startSeconds: 0, title: 'Light' },
    { startSeconds: 6, title: '3' },
  ]);
  expect(chaptersOf(['1.5', 'The whole'])).toEqual([]);
});

test('of forty sounds eight languages are taken, and of one language the first sound', () => {
  const many = (languages: readonly string[]) =>
    Array.from({ length: 40 }, (_, index) => ({
      ...audio,
      index: index + 1,
      tags: { language: languages[index % languages.length] },
    }));
  const spoken = ['hin', 'eng', 'tam', 'tel', 'ben', 'mar', 'guj', 'kan', 'mal', 'pan'];
  const eight = parse([video, ...many(spoken)]);
  expect([eight.sounds.length, eight.leftOut.length]).toEqual([8, 32]);
  expect(eight.sounds.map(({ language }) => language).join()).toBe('hi,en,ta,te,bn,mr,gu,kn');
  expect(parse([video, ...many(['und', 'hin'])]).sounds).toEqual([
    { stream: 1, codec: 'aac', language: null },
    { stream: 2, codec: 'aac', language: 'hi' },
  ]);
});

test('a turned phone video and wide pixels give the size as displayed', () => {
  const turned = { ...video, side_data_list: [{ rotation: -90 }] };
  expect(parse([turned])).toMatchObject({ width: 1080, height: 1920, sounds: [] });
  const wide = { ...video, width: 720, height: 576, sample_aspect_ratio: '64:45' };
  expect(parse([wide])).toMatchObject({ width: 1024, height: 576 });
});

test('cover art is not the picture', () => {
  const cover = { ...video, disposition: { attached_pic: 1 } };
  expect(codeOf(() => parse([cover, audio]))).toBe('no_video');
  expect(parse([cover, audio, { ...video, index: 2 }])).toMatchObject({ videoStream: 2 });
});

test('Matroska tells in a tag where a track ends, counted from 0', () => {
  const tags = { DURATION: '01:00:02.500000000' };
  const tagged = { ...video, duration: undefined, start_time: '2.5', tags };
  expect(parse([tagged], '3603').saidSeconds).toBe(3600);
});

test.each([
  ['no_video', () => parse([audio])],
  ['broken_file', () => parse([])],
  ['too_large_picture', () => parse([{ ...video, width: 65_500, height: 65_500 }])],
  ['too_large_picture', () => parse([{ ...video, sample_aspect_ratio: '9999999:1' }])],
  ['unusable_picture', () => parse([{ ...video, width: 2, height: 2 }])],
  ['unusable_picture', () => parse([{ ...video, width: 4000, height: 100 }])],
  ['broken_file', () => parse([{ ...video, width: -1 }])],
  ['broken_file', () => parse([{ ...video, index: '0; rm' }])],
  ['broken_file', () => parseFfprobeReport('')],
  ['broken_file', () => parseFfprobeReport('null')],
])('%s', (code, run) => {
  expect(codeOf(run)).toBe(code);
});

test('any JSON is either facts within the limits or a MediaError', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom('0/0', '-1', '1e999', '30/1', 640, '5'));
  const stream = fc
    .record(
      {
        codec_name: odd,
        width: odd,
        height: odd,
        sample_aspect_ratio: odd,
        avg_frame_rate: odd,
        duration: odd,
        side_data_list: odd,
        tags: odd,
        disposition: odd,
      },
      { requiredKeys: [] },
    )
    .map((fields) => ({ ...video, ...fields }));
  fc.assert(
    fc.property(fc.array(stream), fc.oneof(odd, fc.constant('10')), (streams, duration) => {
      const json = JSON.stringify({ streams, format: { duration } });
      if (codeOf(() => parseFfprobeReport(json)) !== 'accepted') return;
      const facts = parseFfprobeReport(json);
      expect(facts.width * facts.height).toBeLessThanOrEqual(8192 * 4352);
      expect(Math.min(facts.width, facts.height)).toBeGreaterThanOrEqual(16);
      expect(facts.saidRate ?? 1).toBeGreaterThan(0);
    }),
  );
});
