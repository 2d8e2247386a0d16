import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { makeContentKeys } from './content-keys.ts';
import { listQualityClasses, planLadder } from './ladder.ts';
import { packageVideo } from './package-video.ts';
import { probe } from './probe.ts';
import type { Progress } from './progress.ts';
import { transcodeLadder } from './transcode.ts';

type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

async function convert(shop: Workshop, inputPath: string) {
  const facts = await probe(inputPath, { tools: shop.tools });
  const ladder = planLadder(facts);
  const outDir = shop.at('renditions');
  const progress: Progress[] = [];
  const onProgress = (report: Progress) => progress.push(report);
  await transcodeLadder({ inputPath, outDir, ladder, facts, tools: shop.tools, onProgress });
  return { ladder, inputDir: outDir, progress, keys: makeContentKeys(listQualityClasses(ladder)) };
}

/** Decodes to grey pictures; leaves out what cannot be decoded, as a pirate would do. */
async function decode(shop: Workshop, path: string, ...options: string[]): Promise<Uint8Array> {
  const out = shop.at('decoded.raw');
  const pixels = ['-map', '0:v', '-f', 'rawvideo', '-pix_fmt', 'gray', out];
  await writeFile(out, '');
  await shop.ffmpeg(...options, '-i', path, ...pixels).catch(() => undefined);
  return readFile(out);
}

/** Peak signal to noise in dB over what both hold; 0 when one holds nothing. */
function likeness(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  let sum = 0;
  for (let index = 0; index < length; index += 1) sum += (one[index]! - other[index]!) ** 2;
  return length === 0 ? 0 : 10 * Math.log10((255 * 255 * length) / sum);
}

/**
 * Returns how similar two sounds of unsigned bytes are: the coefficient of their correlation, from
 * -1 to 1. Missing parts count as silence, which correlates with no other sound.
 */
function correlation(one: Uint8Array, other: Uint8Array): number {
  let product = 0;
  let ownPower = 0;
  let otherPower = 0;
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const own = (one[index] ?? 128) - 128;
    const its = (other[index] ?? 128) - 128;
    product += own * its;
    ownPower += own ** 2;
    otherPower += its ** 2;
  }
  return product === 0 ? 0 : product / Math.sqrt(ownPower * otherPower);
}

async function join(shop: Workshop, track: string, ...segments: string[]): Promise<string> {
  const files = ['init.mp4', ...segments].map((file) => readFile(shop.at('video', track, file)));
  const path = shop.at(`${track}-joined.mp4`);
  await writeFile(path, Buffer.concat(await Promise.all(files)));
  return path;
}

/** A folder out of which nothing can be renamed into `folder`, on machines with more than one disk. */
async function anotherFileSystem(folder: string): Promise<string> {
  const { dev } = await stat(folder);
  for (const other of ['/dev/shm', '/tmp', import.meta.dirname]) {
    const there = await stat(other).catch(() => undefined);
    if (there && there.dev !== dev) return other;
  }
  return folder;
}

test.each(['cbcs', 'cenc'] as const)(
  'a video in %s plays with its key and not without',
  async (scheme) => {
    await using shop = await openWorkshop();
    const { ladder, inputDir, keys, progress } = await convert(shop, await shop.clip('in.mp4'));
    expect(progress.at(-1)).toMatchObject({ fraction: 1, etaSeconds: 0 });

    const outDir = shop.at('video');
    // In its own folders, as beside a package of the same renditions in the other scheme.
    const folderSuffix = scheme === 'cenc' ? 'c' : '';
    const made = await packageVideo({
      ladder,
      inputDir,
      outDir,
      keys,
      scheme,
      folderSuffix,
      tools: shop.tools,
    });
    const folders = ['v180', 'v144', 'audio', 'audiolow'].map((name) => name + folderSuffix);
    expect(made.segmentCounts).toEqual(Object.fromEntries(folders.map((name) => [name, 3])));
    for (const file of made.files)
      expect((await stat(shop.at('video', file))).size).toBeGreaterThan(0);
    const manifest = await readFile(shop.at('video', 'manifest.mpd'), 'utf8');
    for (const { keyId } of [keys.SD!, keys.AUDIO!]) {
      const uuid = Buffer.from(keyId)
        .toString('hex')
        .replace(/^(.{8})(....)(....)(....)/, '$1-$2-$3-$4-');
      expect(manifest).toContain(`cenc:default_KID="${uuid}"`);
    }

    const original = await decode(shop, shop.at('renditions', 'v180.mp4'));
    const first = await join(shop, `v180${folderSuffix}`, '1.m4s');
    const key = Buffer.from(keys.SD!.key).toString('hex');
    const opened = await decode(shop, first, '-decryption_key', key);
    expect(opened.length).toBe(320 * 180 * 60);
    expect(likeness(opened, original)).toBe(Number.POSITIVE_INFINITY);

    expect(likeness(await decode(shop, first), original)).toBeLessThan(15);
    const wrong = Buffer.from(keys.AUDIO!.key).toString('hex');
    expect(likeness(await decode(shop, first, '-decryption_key', wrong), original)).toBeLessThan(
      15,
    );
  },
);

test.each(['cbcs', 'cenc'] as const)(
  'a picture of 16 × 16 in %s is enlarged until nothing is seen or heard without its keys',
  async (scheme) => {
    await using shop = await openWorkshop();
    const input = await shop.clip('in.mp4', '16x16', 2);
    const { ladder, inputDir, keys } = await convert(shop, input);
    expect(ladder.video).toMatchObject([{ name: 'v64', width: 64, height: 64 }]);
    const packaging = { inputDir, outDir: shop.at('video'), keys, scheme, tools: shop.tools };
    await packageVideo({ ...packaging, ladder });
    const original = await decode(shop, shop.at('renditions', 'v64.mp4'));
    const picture = await join(shop, 'v64', '1.m4s');
    const key = Buffer.from(keys.SD!.key).toString('hex');
    expect(likeness(await decode(shop, picture, '-decryption_key', key), original)).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(likeness(await decode(shop, picture), original)).toBeLessThan(15);
    const heard = async (...input: string[]) => {
      const out = shop.at('heard.raw');
      await writeFile(out, '');
      const sound = ['-map', '0:a', '-ac', '1', '-f', 'u8', out];
      await shop.ffmpeg(...input, ...sound).catch(() => undefined);
      return readFile(out);
    };
    for (const { name } of ladder.audio) {
      // The edit list of the whole leaves out the samples that only prime the decoder.
      const whole = await heard(
        '-ignore_editlist',
        '1',
        '-i',
        shop.at('renditions', `${name}.mp4`),
      );
      const sound = await join(shop, name, '1.m4s');
      const audioKey = Buffer.from(keys.AUDIO!.key).toString('hex');
      const opened = await heard('-decryption_key', audioKey, '-i', sound);
      expect(correlation(opened, whole), name).toBeGreaterThan(0.99);
      expect(Math.abs(correlation(await heard('-i', sound), whole)), name).toBeLessThan(0.3);
    }
  },
);

test('a plain picture of 16 × 16 that is not enlarged is refused by the verification', async () => {
  await using shop = await openWorkshop();
  const { tools, at } = shop;
  const plain = ['-f', 'lavfi', '-i', 'color=gray:s=16x16:r=10:d=2', '-c:v', 'libx264'];
  await shop.ffmpeg(...plain, at('in.mp4'));
  const facts = await probe(at('in.mp4'), { tools });
  const planned = planLadder(facts);
  const own = { ...planned.video[0]!, name: 'v16', lines: 16, width: 16, height: 16 };
  const ladder = { ...planned, video: [own] };
  const inputPath = at('in.mp4');
  await transcodeLadder({ inputPath, outDir: at('renditions'), ladder, facts, tools });
  const keys = makeContentKeys(listQualityClasses(ladder));
  const packaging = { ladder, inputDir: at('renditions'), outDir: at('video'), keys, tools };
  await expect(packageVideo(packaging)).rejects.toMatchObject({
    code: 'not_protected',
    log: 'a key picture is in the clear',
  });
  const enlarged = { ...packaging, ladder: planned };
  await transcodeLadder({ inputPath, outDir: at('renditions'), ladder: planned, facts, tools });
  await expect(packageVideo(enlarged)).resolves.toMatchObject({ segmentCounts: { v64: 1 } });
});

test('every rendition has its class of key, and segments begin at the same times', async () => {
  await using shop = await openWorkshop();
  const input = await shop.clip('in.mp4', '1280x720', 3, '-r', '15000/1001');
  const { ladder, inputDir, keys } = await convert(shop, input);
  const outDir = shop.at('video');
  const made = await packageVideo({ ladder, inputDir, outDir, keys, tools: shop.tools });
  expect(made.segmentCounts).toEqual({
    v720: 2,
    v480: 2,
    v360: 2,
    v240: 2,
    v144: 2,
    audio: 2,
    audiolow: 2,
  });

  const first = await join(shop, 'v720', '1.m4s', '2.m4s');
  const original = await decode(shop, shop.at('renditions', 'v720.mp4'));
  const hd = Buffer.from(keys.HD!.key).toString('hex');
  const sd = Buffer.from(keys.SD!.key).toString('hex');
  expect(likeness(await decode(shop, first, '-decryption_key', hd), original)).toBe(
    Number.POSITIVE_INFINITY,
  );
  expect(likeness(await decode(shop, first, '-decryption_key', sd), original)).toBeLessThan(15);
});

test('is made where temporary files lie on another file system', async () => {
  await using shop = await openWorkshop();
  const converted = await convert(shop, await shop.clip('in.mp4', '320x180', 1));
  vi.stubEnv('TMPDIR', await anotherFileSystem(shop.at()));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { tools, at } = shop;
  const made = await packageVideo({ ...converted, outDir: at('video'), tools });
  expect(made.files).toContain('manifest.mpd');
});

test('keys are neither in the command line nor on disk while they are used', async () => {
  await using shop = await openWorkshop();
  const converted = await convert(shop, await shop.clip('in.mp4', '320x180', 2));
  const spy = shop.at('packager');
  const notes = 'printf "%s\\n" "$@" > ../arguments; ls .. > ../listing; cat /dev/stdin > ../keys';
  await writeFile(spy, `#!/bin/sh\n${notes}\nexit 2\n`, { mode: 0o755 });
  vi.stubEnv('TMPDIR', shop.at());
  onTestFinished(() => void vi.unstubAllEnvs());

  const packaging = packageVideo({
    ...converted,
    outDir: shop.at('video'),
    tools: { ...shop.tools, packager: spy },
  });
  await expect(packaging).rejects.toMatchObject({ code: 'tool_failed' });
  const secret = Buffer.from(converted.keys.SD!.key).toString('hex');
  expect(await readFile(shop.at('keys'), 'utf8')).toContain(secret);
  expect(await readFile(shop.at('arguments'), 'utf8')).not.toContain(secret);
  expect((await readFile(shop.at('listing'), 'utf8')).trim().split('\n')).toEqual([
    'arguments',
    'in.mp4',
    'listing',
    'packager',
    'renditions',
    'video',
  ]);
  await expect(stat(shop.at('video'))).rejects.toMatchObject({ code: 'ENOENT' });
});
