import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { makeContentKeys } from './content-keys.ts';
import { listQualityClasses, planLadder } from './ladder.ts';
import { measureSegments } from './measure-segments.ts';
import { packageVideo } from './package-video.ts';
import { probe } from './probe.ts';
import { transcodeLadder } from './transcode.ts';

type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

/** Three slides of eight seconds each, with a tone. */
async function slides(shop: Workshop): Promise<string> {
  const boxes = ['x=40:y=40:w=300:h=20', 'x=60:y=90:w=200:h=120', 'x=300:y=150:w=240:h=60'];
  const parts = boxes.map(
    (box, index) => `testsrc=s=640x360:r=25:d=0.04,loop=199:1,drawbox=${box}:t=fill[p${index}]`,
  );
  const chain = `${parts.join(';')};[p0][p1][p2]concat=n=3`;
  await shop.ffmpeg(
    ...['-f', 'lavfi', '-i', chain, '-f', 'lavfi', '-i', 'sine=d=24'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac', shop.at('slides.mp4')],
  );
  return shop.at('slides.mp4');
}

async function measure({ tools }: Workshop, inputPath: string) {
  const facts = await probe(inputPath, { tools });
  return { facts, ...(await measureSegments({ inputPath, facts, tools })) };
}

/** Lengths of the segments by the playlist, in seconds. */
async function lengthsOf(shop: Workshop, rendition: string): Promise<number[]> {
  const playlist = await readFile(shop.at('video', rendition, 'media.m3u8'), 'utf8');
  return [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
}

test('slides get segments of six seconds in every rendition, and keep sound of two', async () => {
  await using shop = await openWorkshop();
  const inputPath = await slides(shop);
  const { facts, segmentSeconds, saved } = await measure(shop, inputPath);
  expect(segmentSeconds).toBe(6);
  expect(saved).toBeGreaterThan(0.4);

  const ladder = planLadder(facts, segmentSeconds);
  const { tools, at } = shop;
  const inputDir = at('renditions');
  await transcodeLadder({ inputPath, outDir: inputDir, ladder, facts, tools });
  const keys = makeContentKeys(listQualityClasses(ladder));
  await packageVideo({ ladder, inputDir, outDir: at('video'), keys, tools });
  for (const { name } of ladder.video) expect(await lengthsOf(shop, name)).toEqual([6, 6, 6, 6]);
  const sound = await lengthsOf(shop, 'audio');
  expect(sound.length).toBeGreaterThanOrEqual(12);
  for (const seconds of sound) expect(seconds).toBeLessThan(2.1);
  for (const { name } of [...ladder.video, ...ladder.audio]) {
    const playlist = await readFile(at('video', name, 'media.m3u8'), 'utf8');
    expect(playlist, name).toContain('#EXT-X-TARGETDURATION:6\n');
  }
});

test('a moving picture keeps segments of two seconds, independent of key frames in its source', async () => {
  await using shop = await openWorkshop();
  const sparse = ['-g', '400', '-sc_threshold', '0', '-vf', 'noise=alls=10:allf=t'];
  const motion = await measure(shop, await shop.clip('motion.mp4', '640x360', 14, ...sparse));
  expect(motion.segmentSeconds).toBe(2);
  expect(motion.saved).not.toBeNull();
});

test('a file that can no longer be read gets short segments, and no separate error', async () => {
  await using shop = await openWorkshop();
  const { tools } = shop;
  const inputPath = await shop.clip('in.mp4');
  const facts = await probe(inputPath, { tools });
  await writeFile(inputPath, 'no longer a video');
  expect(await measureSegments({ inputPath, facts, tools })).toEqual({
    segmentSeconds: 2,
    saved: null,
  });
  const signal = AbortSignal.abort();
  await expect(measureSegments({ inputPath, facts, tools, signal })).rejects.toMatchObject({
    code: 'cancelled',
  });
});
