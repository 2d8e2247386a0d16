import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { resolveTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';

const endless = (marker: string) => [
  ...['-nostdin', '-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=5'],
  ...['-metadata', `title=${marker}`, '-f', 'null', '-'],
];

/** Process ids whose command line holds the marker. */
async function processesWith(marker: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map(async (id) => ({
      id,
      line: await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''),
    })),
  );
  return lines.filter(({ line }) => line.includes(marker)).map(({ id }) => id);
}

test('cancelling ends the program', async () => {
  await using shop = await openWorkshop();
  const controller = new AbortController();
  const marker = shop.at('cancelled');
  const running = runTool({
    program: shop.tools.ffmpeg,
    args: endless(marker),
    guard: shop.tools.guard,
    timeoutMs: 30_000,
    signal: controller.signal,
  });
  const refused = expect(running).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(() => processesWith(marker)).toHaveLength(1);
  controller.abort();
  await refused;
  expect(await processesWith(marker)).toEqual([]);
});

test('a program that takes too long is ended', async () => {
  await using shop = await openWorkshop();
  const marker = shop.at('slow');
  const running = runTool({
    program: shop.tools.ffmpeg,
    args: endless(marker),
    guard: shop.tools.guard,
    timeoutMs: 300,
  });
  await expect(running).rejects.toMatchObject({ code: 'timed_out' });
  expect(await processesWith(marker)).toEqual([]);
});

test('a limit of many days is no limit of nothing', async () => {
  const running = runTool({
    program: '/bin/sh',
    args: ['-c', 'sleep 0.2; echo done'],
    guard: [],
    timeoutMs: 90 * 24 * 3600 * 1000,
  });
  expect((await running).stdout).toBe('done\n');
});

test('kill -9 of this process leaves no program behind', async () => {
  await using shop = await openWorkshop();
  const marker = shop.at('orphan');
  const source = `
    import { runTool } from ${JSON.stringify(new URL('./run-tool.ts', import.meta.url).href)};
    await runTool(${JSON.stringify({
      program: shop.tools.ffmpeg,
      args: endless(marker),
      guard: shop.tools.guard,
      timeoutMs: 60_000,
    })});`;
  await writeFile(shop.at('parent.mjs'), source);
  const parent = spawn(process.execPath, [shop.at('parent.mjs')], { stdio: 'inherit' });
  await expect.poll(() => processesWith(marker), { timeout: 10_000 }).toHaveLength(1);
  parent.kill('SIGKILL');
  await expect.poll(() => processesWith(marker)).toEqual([]);
});

test('a program sees nothing of the environment but what it needs, and is not favoured', async () => {
  vi.stubEnv('SECRET_OF_THE_SERVER', 'x');
  onTestFinished(() => void vi.unstubAllEnvs());
  await using shop = await openWorkshop();
  const { stdout } = await runTool({
    program: '/bin/sh',
    // It is slowed down just after its start, and may be quicker than that on a busy machine.
    args: ['-c', 'env; until [ "$(nice)" = 19 ]; do sleep 0.05; done; nice'],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  expect(stdout).toContain('PATH=');
  expect(stdout).not.toContain('SECRET_OF_THE_SERVER');
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('19');
});

test('a failing program reports the end of what it said', async () => {
  const running = runTool({
    program: '/bin/sh',
    args: ['-c', 'yes noise | head -c 100000 >&2; echo the reason >&2; exit 3'],
    guard: [],
    timeoutMs: 5_000,
  });
  const error: unknown = await running.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'tool_failed', log: expect.stringContaining('the reason') });
  expect(JSON.stringify(error).length).toBeLessThan(40_000);
});

test('a full disk is recognised', async () => {
  await using shop = await openWorkshop();
  const running = runTool({
    program: shop.tools.ffmpeg,
    args: ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=d=1', '-f', 'rawvideo', '/dev/full'],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  await expect(running).rejects.toMatchObject({ code: 'disk_full' });
});

test('a missing program is named with its remedy', async () => {
  await expect(resolveTools({ PATH: '/nonexistent' })).rejects.toMatchObject({
    code: 'tool_missing',
    message: expect.stringMatching(
      /ffmpeg was not found: install it with "apt-get install ffmpeg"/,
    ),
  });
  await expect(resolveTools({ ...process.env, FFPROBE_PATH: '/no/ffprobe' })).rejects.toMatchObject(
    {
      message: expect.stringContaining('FFPROBE_PATH is set to /no/ffprobe'),
    },
  );
});

test('a program that stands still is ended, and one that works is not', async () => {
  await using shop = await openWorkshop();
  const run = (script: string) =>
    runTool({
      program: '/bin/sh',
      args: ['-c', script],
      guard: shop.tools.guard,
      timeoutMs: 60_000,
      // A busy machine may give a program no turn for a second.
      stallMs: 1500,
    });
  await expect(run('sleep 50')).rejects.toMatchObject({ code: 'tool_failed' });
  const works = run(
    'end=$(($(date +%s) + 3)); while [ $(date +%s) -lt $end ]; do :; done; echo done',
  );
  expect((await works).stdout).toBe('done\n');
});
