import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { confined } from './confinement.ts';
import { makeDamagedCopy } from './damage.fixture.ts';
import { planLadder } from './ladder.ts';
import { MediaError } from './media-error.ts';
import { makePoster } from './poster.ts';
import { probe } from './probe.ts';
import { runTool } from './run-tool.ts';
import { transcodeLadder } from './transcode.ts';

type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

async function verdictOn(shop: Workshop, inputPath: string): Promise<string> {
  const { tools } = shop;
  try {
    const facts = await probe(inputPath, { tools });
    await transcodeLadder({
      inputPath,
      outDir: shop.at('out'),
      ladder: planLadder(facts),
      facts,
      tools,
    });
    await makePoster({ inputPath, outPath: shop.at('poster.jpg'), facts, tools });
    return 'made';
  } catch (error) {
    if (error instanceof MediaError) return error.code;
    throw error;
  }
}

test.each([
  ['a ZIP archive', Buffer.from('PK\x03\x04and more'), 'archive_file'],
  ['a gzip archive', Buffer.from([0x1f, 0x8b, 8, 0]), 'archive_file'],
  ['a drawing', Buffer.from('<?xml version="1.0"?><svg onload="x()"/>'), 'picture_file'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'picture_file'],
  ['a concat script', Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'), 'playlist_file'],
  ['a playlist', Buffer.from('#EXTM3U\n/etc/passwd\n'), 'playlist_file'],
  ['a program', Buffer.from('\x7fELF'), 'unknown_format'],
])('%s that is called lecture.mp4 is refused in words', async (_, bytes, code) => {
  await using shop = await openWorkshop();
  const path = shop.at('lecture.mp4');
  await writeFile(path, bytes);
  const error = await probe(path, { tools: shop.tools }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code });
  expect((error as MediaError).message).not.toContain(shop.at());
});

test('mutated files are made or refused, and never more than that', async () => {
  await using shop = await openWorkshop();
  const clip = await shop.clip('in.mp4', '160x90', 1);
  await shop.ffmpeg('-i', clip, '-c', 'copy', shop.at('in.mkv'));
  for (const [name, seeds] of [
    ['in.mp4', 8],
    ['in.mkv', 4],
  ] as const) {
    const whole = await readFile(shop.at(name));
    for (let seed = 0; seed < seeds; seed += 1) {
      const path = shop.at(`mutant-${name}`);
      await writeFile(path, makeDamagedCopy(whole, seed));
      expect(await verdictOn(shop, path), `${name}, seed ${seed}`).toMatch(
        /^(?!tool_|timed)[a-z_]+$/,
      );
    }
  }
});

test('the kernel ends what takes too much time or room, and there is no network', async () => {
  await using shop = await openWorkshop();
  const { tools, at } = shop;
  if (tools.prlimit === null) return;
  const endless = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30'];
  const run = (limits: { cpuSeconds: number; fileBytes: number }, ...output: string[]) =>
    runTool({
      program: tools.ffmpeg,
      args: [...endless, ...output],
      guard: confined(tools, limits),
      timeoutMs: 30_000,
    }).then(
      () => 'ended well',
      (error: unknown) => (error instanceof MediaError ? error.code : 'other'),
    );
  const room = { cpuSeconds: 1, fileBytes: 1024 ** 2 };
  expect(await run(room, '-f', 'null', '-')).toBe('tool_failed');
  const raw = ['-f', 'rawvideo', at('grows.raw')];
  expect(await run({ ...room, cpuSeconds: 20 }, ...raw)).toBe('tool_failed');
  expect((await readFile(at('grows.raw'))).length).toBeLessThanOrEqual(1024 ** 2);
  if (!tools.hasNoNetwork) return;
  const { stdout } = await runTool({
    program: '/bin/cat',
    args: ['/proc/net/dev'],
    guard: tools.guard,
    timeoutMs: 10_000,
  });
  expect(
    stdout
      .split('\n')
      .filter((line) => line.includes(':'))
      .map((line) => line.trim().split(':')[0]),
  ).toEqual(['lo']);
});
