import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { confine } from './confinement.ts';
import { makeDamagedCopy } from './damage.fixture.ts';
import { planLadder } from './ladder.ts';
import { MediaError } from './media-error.ts';
import { makePoster } from './poster.ts';
import { probe } from './probe.ts';
import { runTool } from './run-tool.ts';
import { transcodeLadder } from './transcode.ts';

const isSoak = process.env['SOAK'] === 'on';

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

test('what is no video is refused in words, whatever it is called', async () => {
  await using shop = await openWorkshop();
  const path = shop.at('video.mp4');
  for (const [what, bytes, code] of [
    ['a ZIP archive', Buffer.from('PK\x03\x04and more'), 'archive_file'],
    ['a gzip archive', Buffer.from([0x1f, 0x8b, 8, 0]), 'archive_file'],
    ['a drawing', Buffer.from('<?xml version="1.0"?><svg onload="x()"/>'), 'picture_file'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'picture_file'],
    ['a concat script', Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'), 'playlist_file'],
    ['a playlist', Buffer.from('#EXTM3U\n/etc/passwd\n'), 'playlist_file'],
    ['a program', Buffer.from('\x7fELF'), 'unknown_format'],
    ['a recording of speech', Buffer.from('#!AMR\n'), 'no_video'],
  ] as const) {
    await writeFile(path, bytes);
    const error = await probe(path, { tools: shop.tools }).catch((caught: unknown) => caught);
    expect(error, what).toMatchObject({ code });
    expect((error as MediaError).message).not.toContain(shop.at());
  }
});

test('mutated files are made or refused, and never more than that', async () => {
  await using shop = await openWorkshop();
  const clip = await shop.clip('in.mp4', '160x90', 1);
  const copy = ['-c', 'copy'];
  const disc = ['-c:v', 'mpeg2video', '-c:a', 'mp2'];
  // Of each reader one, in the soak a few; `bench/fuzz-media.ts` does hundreds.
  for (const [name, seeds, args] of [
    ['in.mp4', 4, copy],
    ['in.mkv', 2, copy],
    ['in.ts', 2, copy],
    ['in.vob', 1, disc],
    ['in.avi', 2, ['-c:v', 'mpeg4', '-c:a', 'mp2']],
    ['in.wmv', 1, ['-c:v', 'wmv2', '-c:a', 'wmav2']],
    ['in.flv', 1, copy],
  ] as const) {
    if (name !== 'in.mp4') await shop.ffmpeg('-i', clip, ...args, shop.at(name));
    const whole = await readFile(shop.at(name));
    for (let seed = 0; seed < (isSoak ? seeds : 1); seed += 1) {
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
      guard: confine(tools, limits, { reads: [], writes: [at()] }),
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

/** Here it must be possible: the whole test would say nothing where it is skipped. */
test('a program for untrusted files sees its input and its folder, and nothing else', async () => {
  await using shop = await openWorkshop();
  const { tools, at } = shop;
  const clip = await shop.clip('in.mp4', '160x90', 1);
  const [secret, out] = [at('secret.txt'), at('out')];
  await writeFile(secret, 'sealed');
  await mkdir(out);
  const limits = { cpuSeconds: 20, fileBytes: 1024 ** 2 };
  const guard = confine(tools, limits, { reads: [clip], writes: [out] });
  const run = (program: string, ...args: string[]) =>
    runTool({ program, args, guard, timeoutMs: 30_000 }).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error instanceof MediaError ? `failed: ${error.log}` : String(error)),
    );
  const missing = /^failed: [\s\S]*No such file or directory/;
  for (const path of ['/etc/passwd', secret, '/proc/self/environ', '/root']) {
    expect(await run('/bin/ls', path), path).toMatch(missing);
  }
  const script = (text: string) => run('/bin/sh', '-c', text);
  expect(await script(`echo x > ${clip}`)).toMatch(/^failed/);
  expect(await script('echo x > /usr/bin/x')).toMatch(/^failed/);
  expect(await script(`echo made > ${out}/file; cat ${out}/file`)).toBe('made\n');
  // Under every account, it may do nothing beyond what an account without rights may.
  const rights = await run('/usr/bin/setpriv', '--dump');
  expect(rights).toMatch(/no_new_privs: 1/);
  expect(rights).toMatch(/Capability bounding set: \[none\]/);
  // Not even a reader that was talked into following names finds any.
  const inputs = {
    'list.txt': `ffconcat version 1.0\nfile ${secret}\n`,
    'list.m3u8': `#EXTM3U\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
    'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg"><image href="${secret}"/></svg>`,
  };
  for (const [name, text] of Object.entries(inputs)) {
    await writeFile(`${out}/${name}`, text);
    const open = ['-protocol_whitelist', 'file,crypto,data,subfile,concat', '-safe', '0'];
    const isList = name === 'list.txt' ? ['-f', 'concat', ...open] : open.slice(0, 2);
    const said = await run(
      tools.ffmpeg,
      '-v',
      'error',
      ...isList,
      '-i',
      `${out}/${name}`,
      '-f',
      'data',
      '-',
    );
    expect(said, name).toMatch(/^failed/);
    expect(said, name).not.toContain('sealed');
  }
  const part = `subfile,,start,0,end,6,,:${secret}`;
  const read = ['-v', 'error', '-f', 'data', '-i', part, '-map', '0', '-f', 'data', '-'];
  expect(await run(tools.ffmpeg, ...read)).toMatch(missing);
  // The same is read where nothing is hidden, so the refusal above is the hiding's.
  const { stdout } = await runTool({
    program: tools.ffmpeg,
    args: read,
    guard: tools.guard,
    timeoutMs: 30_000,
  });
  expect(stdout).toBe('sealed');
});

const bindAll = 'while read -r from at _; do /bin/mount --bind "$from" "$at"; done < "$3"';

/** In each one, all that the programs and libraries lie in must be shown again, one by one. */
test.each([
  ['knows no tables', '-a) exit 1;;'],
  ['fails halfway through a table', `-a) ${bindAll}; exit 1;;`],
  [
    'forgets in one go what is to be read only',
    `-a) ${bindAll}; exit;; -o) [ "$2" != bind,ro ] || exec /bin/mount --bind "$3" "$4";;`,
  ],
])('nothing of the system can be written where mount %s', async (_, cases) => {
  await using shop = await openWorkshop();
  const script = `#!/bin/sh\ncase "$1" in ${cases} esac\nexec /bin/mount "$@"\n`;
  await writeFile(shop.at('mount'), script, { mode: 0o755 });
  vi.stubEnv('PATH', `${shop.at()}:${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const limits = { cpuSeconds: 20, fileBytes: 1024 ** 2 };
  const looked = '/usr/bin /usr/lib /usr/share /etc/alternatives /etc/ld.so.cache /bin/sh';
  const { stdout } = await runTool({
    program: '/bin/sh',
    args: ['-c', `for each in ${looked} /dev/null; do [ ! -w $each ] || echo $each; done`],
    guard: confine(shop.tools, limits, { reads: [], writes: [] }),
    timeoutMs: 30_000,
  });
  expect(stdout).toBe('/dev/null\n');
});
