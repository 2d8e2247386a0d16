import { readdir, readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { makeDemoClip } from './demo-clip.ts';
import { makePictureTracks } from './make-picture-tracks.ts';
import { makePoster } from './poster.ts';
import { probe } from './probe.ts';
import { runTool } from './run-tool.ts';
import { planSlideFiles } from './slides.ts';
import { makeThumbnail } from './thumbnail.ts';

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
    sounds: [{ codec: 'aac' }],
  });
  expect(facts.durationSeconds).toBeCloseTo(2, 0);

  const quick = ['-preset', 'ultrafast', '-t', '1', at('large.mp4')];
  await ffmpeg('-i', at('demo.mp4'), '-vf', 'scale=1920:1080', ...quick);
  const large = await probe(at('large.mp4'), { tools });
  await makePoster({ inputPath: at('large.mp4'), outPath: at('poster.jpg'), facts: large, tools });
  expect(await look(shop, at('poster.jpg'))).toMatchObject({ width: 1280, height: 720 });

  await makeThumbnail({ inputPath: at('poster.jpg'), outPath: at('poster.thumbnail.jpg'), tools });
  expect(await look(shop, at('poster.thumbnail.jpg'))).toMatchObject({ width: 480, height: 270 });
  expect((await stat(at('poster.thumbnail.jpg'))).size).toBeLessThanOrEqual(30_000);
});

test.each([2, 6])(
  'a video of three slides becomes three pictures, each from when it is seen, with a key frame every %i s',
  async (segmentSeconds) => {
    await using shop = await openWorkshop();
    const { tools, at, ffmpeg } = shop;
    const slide = (seconds: number, ...boxes: string[]) =>
      [
        `color=white:s=640x360:r=10:d=${seconds}`,
        ...boxes.map((box) => `drawbox=${box}:c=black:t=fill`),
      ].join(',');
    const parts = [
      slide(12, 'x=40:y=40:w=400:h=30'),
      // A line more, and then quite another.
      slide(6, 'x=40:y=40:w=400:h=30', 'x=40:y=90:w=400:h=30'),
      slide(12, 'x=60:y=200:w=500:h=80'),
    ];
    const chain = `${parts.map((part, index) => `${part}[p${index}]`).join(';')};[p0][p1][p2]concat=n=3`;
    const group = String(segmentSeconds * 10);
    const grid = ['-preset', 'veryfast', '-g', group, '-keyint_min', group, '-sc_threshold', '0'];
    await ffmpeg('-f', 'lavfi', '-i', chain, '-c:v', 'libx264', ...grid, at('v360.mp4'));
    const rendition = { width: 640, height: 360 };
    const outDir = at('slides');
    const inputPath = at('v360.mp4');
    const request = { inputPath, rendition, durationSeconds: 30, segmentSeconds, outDir };
    await makePictureTracks([planSlideFiles(request)], { tools });
    expect((await readdir(outDir)).sort()).toEqual(['1.jpg', '2.jpg', '3.jpg', 'index.vtt']);
    const track = await readFile(at('slides', 'index.vtt'), 'utf8');
    expect(track.match(/^[\d:.]+(?= -->)/gm)).toEqual([
      '00:00:00.000',
      '00:00:12.000',
      '00:00:18.000',
    ]);
    const [first, second, third] = await Promise.all(
      ['1.jpg', '2.jpg', '3.jpg'].map((name) => look(shop, at('slides', name))),
    );
    expect(first).toMatchObject(rendition);
    expect(first?.brightness).toBeGreaterThan(second?.brightness ?? 255);
    expect(second?.brightness).toBeGreaterThan(third?.brightness ?? 255);
  },
);

test('a restless picture becomes a thumbnail of 30 kB all the same, an upright one fits', async () => {
  await using shop = await openWorkshop();
  const { tools, at, ffmpeg } = shop;
  const noise = 'color=gray:s=720x1280,noise=alls=60:allf=t';
  await ffmpeg('-f', 'lavfi', '-i', noise, '-frames:v', '1', '-q:v', '3', at('poster.jpg'));
  expect((await stat(at('poster.jpg'))).size).toBeGreaterThan(150_000);
  await makeThumbnail({ inputPath: at('poster.jpg'), outPath: at('thumbnail.jpg'), tools });
  expect(await look(shop, at('thumbnail.jpg'))).toMatchObject({ width: 270, height: 480 });
  expect((await stat(at('thumbnail.jpg'))).size).toBeLessThanOrEqual(30_000);
});
