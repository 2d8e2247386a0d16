import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { planLadder } from './ladder.ts';
import { probe } from './probe.ts';
import { runTool } from './run-tool.ts';
import { transcodeLadder } from './transcode.ts';

type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

async function convert(shop: Workshop, inputPath: string) {
  const facts = await probe(inputPath, { tools: shop.tools });
  const ladder = planLadder(facts);
  await transcodeLadder({ inputPath, outDir: shop.at('out'), ladder, facts, tools: shop.tools });
  return ladder;
}

/** ffprobe's answer for the first track of a rendition, one line a packet or stream. */
async function ask(shop: Workshop, rendition: string, entries: string): Promise<string[]> {
  const { stdout } = await runTool({
    program: shop.tools.ffprobe,
    args: [
      '-v',
      'error',
      '-show_entries',
      entries,
      '-of',
      'csv=p=0',
      shop.at('out', `${rendition}.mp4`),
    ],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  return stdout.trim().split('\n');
}

test('key frames fall on the two-second grid at the same pictures in every rendition', async () => {
  await using shop = await openWorkshop();
  // Long enough for groups of 60 pictures at 29.97 to drift off the grid.
  const input = await shop.clip('in.mp4', '426x54', 41, '-r', '30000/1001');
  const { video } = await convert(shop, input);
  expect(video.map((rendition) => rendition.name)).toEqual(['v240', 'v144']);
  const keyTimes = async (rendition: string) => {
    const packets = await ask(shop, rendition, 'packet=pts_time,flags');
    return packets.filter((line) => line.includes('K')).map((line) => Number(line.split(',')[0]));
  };
  const times = await keyTimes('v240');
  expect(times.map((seconds) => Math.floor(seconds / 2))).toEqual(
    Array.from({ length: 21 }, (_, index) => index),
  );
  for (const seconds of times) expect(seconds % 2).toBeLessThan(0.035);
  expect(await keyTimes('v144')).toEqual(times);
});

test('slides do not cost what motion costs, and motion no more than its ceiling', async () => {
  await using shop = await openWorkshop();
  const seconds = 6;
  const slide = `testsrc2=s=640x360:r=25:d=0.04,loop=-1:1,trim=duration=${seconds}`;
  const motion = `testsrc2=s=640x360:r=25:d=${seconds},noise=alls=60:allf=t`;
  const bitrateOf = async (source: string) => {
    const clip = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', shop.at('in.mp4')];
    await shop.ffmpeg('-f', 'lavfi', '-i', source, ...clip);
    const { video } = await convert(shop, shop.at('in.mp4'));
    const [best] = video;
    const { size } = await stat(shop.at('out', `${best?.name}.mp4`));
    return { kbps: (size * 8) / 1000 / seconds, ceiling: best?.maxBitrateKbps ?? 0 };
  };
  const [still, moving] = [await bitrateOf(slide), await bitrateOf(motion)];
  expect(still.kbps).toBeLessThan(moving.kbps / 4);
  // A buffer of two seconds may be spent once, above the rate.
  expect(moving.kbps).toBeLessThan(moving.ceiling * 1.4);
  expect(moving.kbps).toBeGreaterThan(moving.ceiling * 0.6);
});

test('a turned picture comes out upright', async () => {
  await using shop = await openWorkshop();
  const flat = await shop.clip('flat.mp4', '320x180', 1);
  await shop.ffmpeg('-i', flat, '-c', 'copy', '-metadata:s:v', 'rotate=90', shop.at('in.mp4'));
  await convert(shop, shop.at('in.mp4'));
  expect(await ask(shop, 'v180', 'stream=width,height')).toEqual(['180,320']);

  const { stderr } = await runTool({
    program: shop.tools.ffmpeg,
    args: [
      ...['-nostdin', '-i', shop.at('out', 'v180.mp4'), '-noautorotate', '-i', flat],
      ...['-lavfi', '[1:v]transpose=cclock[up];[0:v][up]psnr', '-f', 'null', '-'],
    ],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  expect(Number(/average:([\d.]+)/.exec(stderr)?.[1])).toBeGreaterThan(25);
});

test('a picture that comes late is held back, so that picture and sound start together', async () => {
  await using shop = await openWorkshop();
  const late = ['-itsoffset', '2', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=2'];
  const sound = ['-f', 'lavfi', '-i', 'sine=d=4'];
  await shop.ffmpeg(...late, ...sound, '-c:v', 'libx264', '-c:a', 'aac', shop.at('in.mkv'));
  await convert(shop, shop.at('in.mkv'));
  for (const rendition of ['v180', 'audio']) {
    const [start = 0, duration = 0] = (await ask(shop, rendition, 'stream=start_time,duration'))[0]!
      .split(',')
      .map(Number);
    expect(start).toBe(0);
    expect(duration).toBeCloseTo(4, 0);
  }
});

test('an interlaced and an audio-less source are taken', async () => {
  await using shop = await openWorkshop();
  const fields = ['-vf', 'interlace', '-c:v', 'libx264', '-flags', '+ildct+ilme'];
  await shop.ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=320x180:r=50:d=2',
    ...fields,
    shop.at('in.mp4'),
  );
  const ladder = await convert(shop, shop.at('in.mp4'));
  expect(ladder.audio).toEqual([]);
  expect(await ask(shop, 'v180', 'stream=field_order')).toEqual(['progressive']);
});
