import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { makeContentKeys } from './content-keys.ts';
import { listQualityClasses, planLadder } from './ladder.ts';
import { packageVideo } from './package-video.ts';
import { probe } from './probe.ts';
import { runTool } from './run-tool.ts';
import { transcodeLadder } from './transcode.ts';

type Workshop = Awaited<ReturnType<typeof openWorkshop>>;
type Stream = { codec_name: string; pix_fmt?: string; width?: number; height?: number } & Record<
  string,
  unknown
>;

const picture = (rate: string, seconds = 2, size = '256x144') => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
];
const tone = ['-f', 'lavfi', '-i', 'sine=d=2'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];
const hdr = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];

/** Reads the joined segments of a track with that key by ffprobe, an independent reader. */
async function ask(
  shop: Workshop,
  track: string,
  key: Uint8Array,
): Promise<{ stream: Stream | undefined; complaints: string }> {
  const video = (name: string) => readFile(shop.at('video', track, name));
  const path = shop.at(`${track}.joined.mp4`);
  await writeFile(path, Buffer.concat([await video('init.mp4'), await video('1.m4s')]));
  const { stdout, stderr } = await runTool({
    program: shop.tools.ffprobe,
    args: [
      ...['-v', 'error', '-decryption_key', Buffer.from(key).toString('hex')],
      ...['-count_frames', '-show_streams', '-of', 'json', path],
    ],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  const { streams } = JSON.parse(stdout) as { streams: Stream[] };
  return { stream: streams[0], complaints: stderr };
}

/** As a telephone writes it that is held on its side: the file says by how much to turn. */
const turned = ['-metadata:s:v', 'rotate=90'];

type OddSource = [name: string, file: string, making: string[], change?: string[]];

const oddSources: readonly OddSource[] = [
  ['23.976 pictures a second', 'in.mp4', [...picture('24000/1001'), ...tone, ...h264]],
  ['5.1 sound', 'in.mkv', [...picture('30'), ...tone, ...h264, '-c:a', 'ac3', '-ac', '6']],
  ['4:2:2 in 10 bit', 'in.mov', [...picture('25'), ...tone, ...h264, '-pix_fmt', 'yuv422p10le']],
  ['HDR', 'in.mp4', [...picture('25'), ...h264, '-pix_fmt', 'yuv420p10le', ...hdr]],
  ['WebM', 'in.webm', [...picture('15'), ...tone, '-c:v', 'libvpx', '-deadline', 'realtime']],
];
/** `camera-clips.int.test.ts` and `transcode.int.test.ts` have their likes in every run. */
const moreSources: readonly OddSource[] = [
  [
    'variable frame rate',
    'in.mkv',
    [...picture('30'), ...tone, '-vf', "select='not(mod(n,3))+lt(n,20)'", '-vsync', 'vfr', ...h264],
  ],
  ['one second long', 'in.mp4', [...picture('25', 1), ...h264]],
  ['no sound', 'in.mov', [...picture('30'), ...h264]],
  ['a turned picture', 'in.mov', [...picture('30', 2, '144x256'), ...h264], turned],
];
const tried = process.env['SOAK'] === 'on' ? [...oddSources, ...moreSources] : oddSources;

test.each(tried)('a source with %s becomes an ordinary video', async (_, name, args, change) => {
  await using shop = await openWorkshop();
  const { tools } = shop;
  const inputPath = shop.at(name);
  const made = change ? shop.at(`made-${name}`) : inputPath;
  await shop.ffmpeg(...args, made);
  if (change) await shop.ffmpeg('-i', made, '-c', 'copy', ...change, inputPath);
  const facts = await probe(inputPath, { tools });
  const ladder = planLadder(facts);
  const inputDir = shop.at('renditions');
  await transcodeLadder({ inputPath, outDir: inputDir, ladder, facts, tools });
  const keys = makeContentKeys(listQualityClasses(ladder));
  await packageVideo({ ladder, inputDir, outDir: shop.at('video'), keys, tools });

  const { stream: video, complaints } = await ask(shop, 'v144', keys.SD!.key);
  expect(complaints).toBe('');
  const { numerator, denominator } = ladder.frameRate;
  expect(video).toMatchObject({
    codec_name: 'h264',
    pix_fmt: 'yuv420p',
    width: 256,
    height: 144,
    r_frame_rate: `${numerator}/${denominator}`,
  });
  // The first segment lasts two seconds, or as long as the clip.
  const pictures = Math.min(2, facts.durationSeconds) * (numerator / denominator);
  expect(Math.abs(Number(video?.['nb_read_frames']) - pictures)).toBeLessThanOrEqual(2);
  expect(video?.['color_transfer']).not.toBe('smpte2084');

  const blind = await ask(shop, 'v144', makeContentKeys(['SD']).SD!.key);
  expect(blind.complaints).toContain('error while decoding');

  expect(ladder.audio).toHaveLength(facts.sounds.length === 0 ? 0 : 2);
  for (const rendition of ladder.audio) {
    const sound = await ask(shop, rendition.name, keys.AUDIO!.key);
    expect(sound.stream).toMatchObject({ codec_name: 'aac', channels: 2, sample_rate: '48000' });
  }
});
