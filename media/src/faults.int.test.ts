import { copyFile, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { makeContentKeys } from './content-keys.ts';
import { listQualityClasses, planLadder } from './ladder.ts';
import { packageVideo } from './package-video.ts';
import { probe } from './probe.ts';
import { transcodeLadder } from './transcode.ts';
import { verifyPackage } from './verify-package.ts';

test.each([
  ['missing', 0.4],
  ['noise', 0.5],
] as const)('a source whose later part is %s does not pass', async (kind, from) => {
  await using shop = await openWorkshop();
  const { tools } = shop;
  const inputPath = await shop.clip('in.mp4', '320x180', 6);
  const bytes = await readFile(inputPath);
  const index = bytes.indexOf('moov');
  const start = Math.floor(index * from);
  const damage = Buffer.alloc(index - 8 - start, kind === 'noise' ? 'not video at all' : 0);
  {
    await using file = await open(inputPath, 'r+');
    await file.write(damage, 0, damage.length, start);
  }
  const facts = await probe(inputPath, { tools });
  const ladder = planLadder(facts);
  const work = transcodeLadder({ inputPath, outDir: shop.at('out'), ladder, facts, tools });
  await expect(work).rejects.toMatchObject({ code: 'broken_file' });
});

test('a source with a ruined part in the middle is refused', async () => {
  await using shop = await openWorkshop();
  const { tools } = shop;
  const inputPath = await shop.clip('in.mp4', '320x180', 6, '-g', '15', '-an');
  const bytes = await readFile(inputPath);
  const index = bytes.indexOf('moov');
  bytes.fill(0, Math.floor(index * 0.3), Math.floor(index * 0.7));
  await writeFile(inputPath, bytes);
  const facts = await probe(inputPath, { tools });
  const ladder = planLadder(facts);
  const work = transcodeLadder({ inputPath, outDir: shop.at('out'), ladder, facts, tools });
  await expect(work).rejects.toMatchObject({ code: 'broken_file' });
});

test('a result shorter than the source said does not pass', async () => {
  await using shop = await openWorkshop();
  const inputPath = await shop.clip('in.mp4', '320x180', 3);
  const facts = await probe(inputPath, { tools: shop.tools });
  const said = { ...facts, durationSeconds: 6, videoSeconds: 6 };
  const request = { inputPath, outDir: shop.at('out'), ladder: planLadder(facts), facts: said };
  await expect(transcodeLadder({ ...request, tools: shop.tools })).rejects.toMatchObject({
    code: 'broken_file',
    message: expect.stringContaining('It says it is 6 seconds long, but only'),
  });
});

test('cancelling stops a conversion', async () => {
  await using shop = await openWorkshop();
  const inputPath = await shop.clip('in.mp4', '1280x720', 6);
  const facts = await probe(inputPath, { tools: shop.tools });
  const controller = new AbortController();
  const work = transcodeLadder({
    inputPath,
    outDir: shop.at('out'),
    ladder: planLadder(facts),
    facts,
    tools: shop.tools,
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(work).rejects.toMatchObject({ code: 'cancelled' });
});

test('a package with a clear, foreign, missing or swapped part does not pass', async () => {
  await using shop = await openWorkshop();
  const { tools, at, ffmpeg } = shop;
  const inputPath = await shop.clip('in.mp4', '320x180', 4);
  const facts = await probe(inputPath, { tools });
  const ladder = planLadder(facts);
  await transcodeLadder({ inputPath, outDir: at('renditions'), ladder, facts, tools });
  const keys = makeContentKeys(listQualityClasses(ladder));
  const outDir = at('video');
  const packaged = { ladder, keys, scheme: 'cbcs', outDir };
  await packageVideo({ ladder, keys, inputDir: at('renditions'), outDir, tools });
  const verdict = () =>
    verifyPackage(packaged).then(
      () => 'whole',
      (error) => error.log,
    );
  expect(await verdict()).toBe('whole');

  expect(await verifyPackage({ ...packaged, scheme: 'cenc' }).catch((error) => error.log)).toBe(
    'v180 is encrypted as cbcs',
  );
  const others = makeContentKeys(listQualityClasses(ladder));
  expect(await verifyPackage({ ...packaged, keys: others }).catch((error) => error.log)).toContain(
    'another key id',
  );

  const segment = at('video', 'v180', '2.m4s');
  const fragments = ['-movflags', 'empty_moov+default_base_moof', '-an', '-t', '2', '-f', 'mp4'];
  await ffmpeg('-i', inputPath, '-c', 'copy', ...fragments, segment);
  expect(await verdict()).not.toBe('whole');
  await rm(segment);
  expect(await verdict()).toBe('v180/2.m4s is missing');
  await copyFile(at('video', 'v180', '1.m4s'), segment);
  await copyFile(segment, at('video', 'v180', '3.m4s'));
  expect(await verdict()).toContain('does not hold exactly the segments');
});

test('when packaging fails nothing is left to be published', async () => {
  await using shop = await openWorkshop();
  const { tools, at } = shop;
  const ladder = planLadder({
    width: 320,
    height: 180,
    frameRate: 30,
    averageFrameRate: 30,
    scan: 'progressive',
    sounds: [],
  });
  const keys = makeContentKeys(listQualityClasses(ladder));
  const work = packageVideo({ ladder, keys, inputDir: at('none'), outDir: at('video'), tools });
  await expect(work).rejects.toMatchObject({ code: 'tool_failed' });
  await expect(stat(at('video'))).rejects.toMatchObject({ code: 'ENOENT' });
});
