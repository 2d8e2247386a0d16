import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop, type Workshop } from './clips.fixture.ts';
import { listPackets, measureWorstPsnr } from './compare-renditions.fixture.ts';
import { planLadder } from './ladder.ts';
import { probe } from './probe.ts';
import type { Progress } from './progress.ts';
import { runTool } from './run-tool.ts';
import { transcodeLadder } from './transcode.ts';

const isSoak = process.env['SOAK'] === 'on';

type Options = {
  pieceSeconds?: number;
  saidSeconds?: number;
  signal?: AbortSignal;
  onKept?: () => Promise<void>;
};

/** @returns the progress that it reported */
async function convert(
  shop: Workshop,
  out: string,
  { signal, onKept, pieceSeconds, saidSeconds }: Options = {},
) {
  const inputPath = shop.at('in.mkv');
  const found = await probe(inputPath, { tools: shop.tools });
  const said = saidSeconds ?? found.durationSeconds;
  const facts = {
    ...found,
    durationSeconds: said,
    videoSeconds: saidSeconds ?? found.videoSeconds,
  };
  const progress: Progress[] = [];
  const kept = { dir: shop.at('kept'), ...(onKept && { onKept }) };
  await transcodeLadder({
    inputPath,
    outDir: shop.at(out),
    ladder: planLadder(facts),
    facts,
    tools: shop.tools,
    signal,
    onProgress: (one) => progress.push(one),
    ...(pieceSeconds && { kept: { ...kept, pieceSeconds, soundPieceSeconds: 8 } }),
  });
  return progress;
}

const sound = ['-f', 'lavfi', '-i', 'sine=d=17'];

test('pieces join to what one pass makes: the same pictures, key frames and sound', async () => {
  await using shop = await openWorkshop();
  // Groups of pictures across the cuts, with pictures that are made of later ones.
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=15000/1001:d=17'];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '3', '-g', '85'];
  await shop.ffmpeg(...source, ...sound, ...coding, '-c:a', 'aac', shop.at('in.mkv'));
  await convert(shop, 'whole');
  await convert(shop, 'joined', { pieceSeconds: 4 });
  for (const name of ['v180', 'v144', 'audio', 'audiolow']) {
    const of = async (out: string) => {
      const found = await listPackets(shop, out, `${name}.mp4`);
      // Bare frames do not say how much of the last frame of sound plays.
      if (name.startsWith('audio')) found.push(found.pop()?.replace(/,\d+,/, ',,') ?? '');
      return found;
    };
    expect(await of('joined'), name).toEqual(await of('whole'));
  }
  expect(await measureWorstPsnr(shop, 'whole/v180.mp4', 'joined/v180.mp4')).toBeGreaterThan(30);
  const heard = await Promise.all(['whole', 'joined'].map((out) => samplesIn(shop, out)));
  expect(soundDifference(heard)).toBeLessThan(0.02);
});

async function samplesIn(shop: Workshop, out: string): Promise<Int16Array> {
  const file = shop.at(`${out}.pcm`);
  await shop.ffmpeg('-i', shop.at(out, 'audio.mp4'), '-f', 's16le', '-ac', '1', file);
  const bytes = await readFile(file);
  return Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2));
}

/** The largest difference between two sounds over a hundredth of a second, of the loudest in them. */
function soundDifference([one, other]: readonly Int16Array[]): number {
  if (!one || !other) return 1;
  const window = 480;
  let loudest = 0;
  let worst = 0;
  for (let from = 0; from + window < one.length; from += window) {
    let power = 0;
    let difference = 0;
    for (let at = from; at < from + window; at += 1) {
      power += (one[at] ?? 0) ** 2;
      difference += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
    }
    loudest = Math.max(loudest, power);
    worst = Math.max(worst, difference);
  }
  return worst / loudest;
}

if (isSoak)
  test('a picture shown across cuts is the right one', async () => {
    await using shop = await openWorkshop();
    const slide = (colour: string) => `color=${colour}:s=320x180:r=1`;
    const places = [0, 7, 13, 16].map((at) => `eq(t\\,${at})`).join('+');
    const graph = `${slide('red')}:d=7[a];${slide('green')}:d=6[b];${slide('blue')}:d=4[c];[a][b][c]concat=n=3,select=${places}`;
    const coding = ['-c:v', 'libx264', '-fps_mode', 'passthrough', '-c:a', 'aac'];
    const source = ['-filter_complex', `${graph}[v]`];
    await shop.ffmpeg(
      ...sound,
      ...source,
      '-map',
      '[v]',
      '-map',
      '0:a',
      ...coding,
      shop.at('in.mkv'),
    );
    await convert(shop, 'whole');
    await convert(shop, 'joined', { pieceSeconds: 3 });
    expect(await measureWorstPsnr(shop, 'whole/v180.mp4', 'joined/v180.mp4')).toBeGreaterThan(40);
  });

test('a try continues after the pieces that earlier ones kept, and reports its progress', async () => {
  await using shop = await openWorkshop();
  await shop.clip('in.mkv', '320x180', 17, '-r', '10');
  const stopping = new AbortController();
  let keptCount = 0;
  const onKept = async () => {
    keptCount += 1;
    // The loudness, two pieces of sound, and two of four of the pictures.
    if (keptCount === 5) stopping.abort();
  };
  const stopped = convert(shop, 'first', { pieceSeconds: 4, signal: stopping.signal, onKept });
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  const kept = async () => {
    const names = await readdir(shop.at('kept'), { recursive: true });
    const files = names.filter((name) => /\.(mp4|aac)$/.test(name)).sort();
    const inodes = files.map(async (name) => [name, (await stat(shop.at('kept', name))).ino]);
    return new Map((await Promise.all(inodes)).map(([name, inode]) => [String(name), inode]));
  };
  const before = await kept();
  expect(before.size).toBe(2 * 2 + 2 * 2);

  const progress = await convert(shop, 'second', { pieceSeconds: 4 });
  const after = await kept();
  expect(after.size).toBe(2 * 2 + 4 * 2);
  for (const [name, inode] of before) expect(after.get(name), name).toBe(inode);
  const fractions = progress.map(({ fraction }) => fraction);
  // At once where the first one ended: the sound and two of four pieces.
  expect(fractions[4]).toBeGreaterThan(0.45);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
});

test('a file that is not as long as it says is refused, as in one pass', async () => {
  await using shop = await openWorkshop();
  await shop.clip('in.mkv', '320x180', 10, '-r', '10');
  const said = convert(shop, 'joined', { pieceSeconds: 4, saidSeconds: 17 });
  await expect(said).rejects.toThrow('17 seconds long, but only 10');
});

test('a damaged piece is kept as it is; if a tenth of the video is damaged, one pass judges the whole', async () => {
  await using shop = await openWorkshop();
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=128x96:r=5:d=88'];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '5', '-f', 'mp4'];
  await shop.ffmpeg(...source, ...coding, shop.at('in.mkv'));
  const marked = async () => {
    const names = await readdir(shop.at('kept'), { recursive: true });
    return names.filter((name) => name.endsWith('/damaged')).map((name) => name.split('/').at(-2));
  };
  await spoil(shop, 17, 19);
  await convert(shop, 'joined', { pieceSeconds: 8 });
  expect(await marked()).toEqual(['0002']);
  expect(await listPackets(shop, 'joined', 'v96.mp4')).toHaveLength(440);

  await spoil(shop, 49, 51);
  await rm(shop.at('kept'), { recursive: true });
  await convert(shop, 'whole', { pieceSeconds: 8 });
  // It was given up at the second, so no later one was made in pieces.
  expect((await marked()).toSorted()).toEqual(['0002', '0006']);
  const pieces = await readdir(shop.at('kept'), { recursive: true });
  expect(pieces.filter((name) => /\/0007$/.test(name))).toEqual([]);
  expect(await listPackets(shop, 'whole', 'v96.mp4')).toHaveLength(440);
});

/** Makes the pictures between two moments of the source undecodable. */
async function spoil(shop: Workshop, fromSeconds: number, toSeconds: number): Promise<void> {
  const entries = ['-show_entries', 'packet=pts_time,pos,size', '-of', 'csv=p=0'];
  const { stdout } = await runTool({
    program: shop.tools.ffprobe,
    args: ['-v', 'error', ...entries, shop.at('in.mkv')],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  const bytes = await readFile(shop.at('in.mkv'));
  for (const line of stdout.trim().split('\n')) {
    const [seconds = 0, size = 0, at = 0] = line.split(',').map(Number);
    if (seconds >= fromSeconds && seconds < toSeconds) bytes.fill(0xff, at, at + size);
  }
  await writeFile(shop.at('in.mkv'), bytes);
}
