import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { makeDemoClip } from './demo-clip.ts';
import { makePoster } from './poster.ts';
import { probe } from './probe.ts';
import { runTool } from './run-tool.ts';

type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

/** Width, height and mean brightness (0 to 255) of a still. */
async function look(shop: Workshop, path: string) {
  const { stdout } = await runTool({
    program: shop.tools.ffprobe,
    args: [
      ...['-v', 'error', '-f', 'lavfi', '-of', 'csv=p=0', '-show_entries'],
      'frame=width,height:frame_tags=lavfi.signalstats.YAVG',
      `movie=${path},signalstats`,
    ],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  const [width = 0, height = 0, brightness = 0] = stdout.split(',').map(Number);
  return { width, height, brightness };
}

test('the poster passes over a black beginning', async () => {
  await using shop = await openWorkshop();
  const { tools, at, ffmpeg } = shop;
  const halves = 'color=black:s=320x180:d=4[a];testsrc2=s=320x180:d=4[b];[a][b]concat=n=2';
  await ffmpeg('-f', 'lavfi', '-i', halves, '-c:v', 'libx264', at('in.mp4'));
  const facts = await probe(at('in.mp4'), { tools });
  await makePoster({ inputPath: at('in.mp4'), outPath: at('new', 'poster.jpg'), facts, tools });
  const seen = await look(shop, at('new', 'poster.jpg'));
  expect(seen).toMatchObject({ width: 320, height: 180 });
  expect(seen.brightness).toBeGreaterThan(40);
});

test('a black video still has a poster', async () => {
  await using shop = await openWorkshop();
  const { tools, at, ffmpeg } = shop;
  const black = 'color=black:s=320x180:d=2';
  await ffmpeg('-f', 'lavfi', '-i', black, '-c:v', 'libx264', at('in.mp4'));
  const facts = await probe(at('in.mp4'), { tools });
  await makePoster({ inputPath: at('in.mp4'), outPath: at('poster.jpg'), facts, tools });
  expect((await stat(at('poster.jpg'))).size).toBeGreaterThan(100);
});

test('the demo clip is an ordinary upload, and a large picture gets a poster of 1280', async () => {
  await using shop = await openWorkshop();
  const { tools, at, ffmpeg } = shop;
  await makeDemoClip({ outPath: at('demo.mp4'), durationSeconds: 2, tools });
  const facts = await probe(at('demo.mp4'), { tools });
  expect(facts).toMatchObject({
    width: 1280,
    height: 720,
    frameRate: 30,
    videoCodec: 'h264',
    audioCodec: 'aac',
  });
  expect(facts.durationSeconds).toBeCloseTo(2, 0);

  await ffmpeg('-i', at('demo.mp4'), '-vf', 'scale=1920:1080', '-t', '1', at('large.mp4'));
  const large = await probe(at('large.mp4'), { tools });
  await makePoster({ inputPath: at('large.mp4'), outPath: at('poster.jpg'), facts: large, tools });
  expect(await look(shop, at('poster.jpg'))).toMatchObject({ width: 1280, height: 720 });
});
