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
const audio = { index: 1, codec_type: 'audio', codec_name: 'aac' };

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
    durationSeconds: 10.2,
    videoSeconds: 10.01,
    width: 1920,
    height: 1080,
    frameRate: 30_000 / 1001,
    interlaced: false,
    range: 'sdr',
    videoCodec: 'h264',
    audioCodec: 'aac',
    videoStream: 0,
    audioStream: 1,
  });
});

test('a turned phone video and wide pixels give the size as displayed', () => {
  const turned = { ...video, side_data_list: [{ rotation: -90 }] };
  expect(parse([turned])).toMatchObject({ width: 1080, height: 1920, audioCodec: null });
  const wide = { ...video, width: 720, height: 576, sample_aspect_ratio: '64:45' };
  expect(parse([wide])).toMatchObject({ width: 1024, height: 576 });
});

test('cover art is not the picture', () => {
  const cover = { ...video, disposition: { attached_pic: 1 } };
  expect(codeOf(() => parse([cover, audio]))).toBe('no_video');
  expect(parse([cover, audio, { ...video, index: 2 }])).toMatchObject({ videoStream: 2 });
});

test('Matroska tells the length of a track in a tag', () => {
  const tagged = { ...video, duration: undefined, tags: { DURATION: '01:00:02.500000000' } };
  expect(parse([tagged], '3603').videoSeconds).toBe(3602.5);
});

test.each([
  ['no_video', () => parse([audio])],
  ['broken_file', () => parse([])],
  ['unknown_duration', () => parse([{ ...video, duration: 'N/A' }], 'N/A')],
  ['too_short', () => parse([video], '0.04')],
  ['too_long', () => parse([video], '9e9')],
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
      expect(facts.frameRate).toBeGreaterThan(0);
      expect(facts.durationSeconds).toBeGreaterThanOrEqual(0.5);
    }),
  );
});
