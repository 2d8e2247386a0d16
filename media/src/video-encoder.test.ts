import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hardwareEncoders, softwareEncoder, type VideoEncoder } from './encoders.ts';
import { planLadder } from './ladder.ts';
import { filterGraph } from './picture-filters.ts';
import type { SourceFacts } from './probe.ts';
import { transcodeArguments } from './transcode-arguments.ts';
import { listDeviceArguments, listEncodingArguments } from './video-encoder.ts';

const source: SourceFacts = {
  container: 'mp4',
  sizeBytes: 1,
  durationSeconds: 10,
  videoSeconds: 10,
  range: 'sdr',
  width: 1920,
  height: 1080,
  frameRate: 25,
  averageFrameRate: 25,
  scan: 'progressive',
  videoCodec: 'h264',
  videoStream: 0,
  texts: [],
  chapters: [],
  leftOut: [],
  sounds: [{ stream: 1, codec: 'aac', language: null }],
};
const node = '/dev/dri/renderD129';
const encoders: readonly VideoEncoder[] = [
  softwareEncoder,
  { name: 'nvenc', device: null },
  { name: 'qsv', device: node },
  { name: 'vaapi', device: node },
];
const wordAfter = (words: readonly string[], option: string) => words[words.indexOf(option) + 1];
const wordsFor = (encoder: VideoEncoder, facts = source) =>
  transcodeArguments(
    {
      inputPath: '/in',
      outDir: '/out',
      ladder: planLadder(facts),
      facts,
      tools: { canMapTones: true, encoder },
    },
    new Map(),
  );

test.each(encoders)(
  '$name keeps quality under the ceiling, and key pictures on the grid',
  (encoder) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 90, max: 8000 }),
        fc.constantFrom([24_000, 1001], [25, 1], [30, 1], [7, 1]),
        fc.constantFrom(2, 4, 6),
        (maxBitrateKbps, [numerator = 1, denominator = 1], segmentSeconds) => {
          const ladder = { frameRate: { numerator, denominator }, segmentSeconds };
          const words = listEncodingArguments(encoder, { maxBitrateKbps }, ladder);
          expect(wordAfter(words, '-maxrate')).toBe(`${maxBitrateKbps}k`);
          expect(wordAfter(words, '-force_key_frames')).toBe(
            `expr:gte(t,n_forced*${segmentSeconds})`,
          );
          const group = Number(wordAfter(words, '-g'));
          expect(group * denominator).toBeGreaterThanOrEqual(segmentSeconds * numerator);
          expect((group - 1) * denominator).toBeLessThan(segmentSeconds * numerator);
          const mean = wordAfter(words, '-b:v');
          if (words.includes('-b:v'))
            expect(Number.parseInt(mean ?? '', 10)).toBeLessThan(maxBitrateKbps);
        },
      ),
    );
  },
);

test.each([
  ['libx264', [], ['-c:v libx264', '-crf 22', '-sc_threshold 0']],
  ['nvenc', [], ['-c:v h264_nvenc', '-cq 25', '-forced-idr 1', '-no-scenecut 1']],
  ['qsv', ['-init_hw_device', `qsv=hw,child_device=${node}`], ['-c:v h264_qsv', '-forced_idr 1']],
  [
    'vaapi',
    ['-init_hw_device', `vaapi=hw:${node}`, '-filter_hw_device', 'hw'],
    ['-c:v h264_vaapi', '-rc_mode QVBR', '-idr_interval 0'],
  ],
] as const)('%s is asked for by its own words', (name, device, phrases) => {
  const encoder = encoders.find((one) => one.name === name)!;
  expect(listDeviceArguments(encoder)).toEqual(device);
  const words = wordsFor(encoder);
  const line = words.join(' ');
  for (const phrase of phrases) expect(line).toContain(phrase);
  // The device is opened before the input is, and the input stays behind its whitelists.
  if (device.length > 0) {
    expect(words.indexOf('-init_hw_device')).toBeLessThan(words.indexOf('-protocol_whitelist'));
  }
  expect(words.indexOf('-protocol_whitelist')).toBeLessThan(words.indexOf('-i'));
});

test('pictures go into the hardware for their own rendition alone', () => {
  const ladder = planLadder({ ...source, width: 854, height: 480 });
  const graph = filterGraph(ladder, source, { canMapTones: true, encoder: encoders[3]! });
  expect(graph.match(/hwupload/g)).toHaveLength(ladder.video.length);
  expect(graph).toContain('split=2[v480picture][below1];[v480picture]format=nv12,hwupload[v480];');
  expect(graph).toMatch(/\[v144picture\];\[v144picture\]format=nv12,hwupload\[v144\]$/);
  const plain = filterGraph(ladder, source, { canMapTones: true, encoder: softwareEncoder });
  expect(plain).not.toContain('picture');
});

test.each(hardwareEncoders)('%s is spared renditions that are too small for it', (name) => {
  const encoder = encoders.find((one) => one.name === name)!;
  const upright = wordsFor(encoder, { ...source, width: 1080, height: 1920 });
  const used = upright.filter((_, index) => upright[index - 1] === '-c:v');
  expect(used.at(-1)).toBe('libx264');
  expect(used[0]).toBe(`h264_${name}`);
  expect(upright.join(' ').match(/hwupload/g)?.length ?? 0).toBe(name === 'vaapi' ? 5 : 0);
});
