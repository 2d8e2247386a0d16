import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { chooseEncoder, findFlaw } from './choose-encoder.ts';
import { openWorkshop } from './clips.fixture.ts';
import { hardwareEncoders, softwareEncoder } from './encoders.ts';
import { planLadder } from './ladder.ts';
import { probe } from './probe.ts';
import { runTool } from './run-tool.ts';
import { transcodeLadder } from './transcode.ts';
import { listEncodingArguments } from './video-encoder.ts';

type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

/** An ffmpeg that has NVENC in its way: the words for it become words for libx264. */
async function withNvenc(shop: Workshop, changed: string): Promise<Workshop['tools']> {
  const ffmpeg = shop.at('ffmpeg-with-nvenc');
  const script = `#!/bin/bash
words=()
while [ $# -gt 0 ]; do
  case "$1" in
    h264_nvenc) words+=(libx264);;
    p5) words+=(ultrafast);;
    -rc|-cq|-spatial-aq|-forced-idr|-no-scenecut|-strict_gop|-tune) shift;;
    ${changed}
    *) words+=("$1");;
  esac
  shift
done
exec ${shop.tools.ffmpeg} "\${words[@]}"
`;
  await writeFile(ffmpeg, script, { mode: 0o755 });
  return { ...shop.tools, ffmpeg };
}

test('where no hardware works, libx264 is used and the reasons are reported', async () => {
  await using shop = await openWorkshop();
  expect(await chooseEncoder('libx264', shop.tools)).toEqual({
    encoder: softwareEncoder,
    refused: [],
  });
  // A build without these encoders stands for a machine without the hardware, on any machine.
  const ffmpeg = shop.at('ffmpeg-of-software');
  const script = `case "$*" in *h264_*) echo "no such device" >&2; exit 1;; esac; exec ${shop.tools.ffmpeg} "$@"`;
  await writeFile(ffmpeg, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { encoder, refused } = await chooseEncoder('auto', { ...shop.tools, ffmpeg });
  expect(encoder).toEqual(softwareEncoder);
  expect(new Set(refused.map(({ name }) => name))).toEqual(new Set(hardwareEncoders));
  for (const { why } of refused) expect(why).toContain('no such device');
});

test('the real hardware of this machine is tried without harm', async () => {
  await using shop = await openWorkshop();
  const { encoder, refused } = await chooseEncoder('auto', shop.tools);
  if (encoder.name === 'libx264') expect(refused.length).toBeGreaterThanOrEqual(3);
  for (const { why } of refused) expect(why.length).toBeGreaterThan(5);
});

test('an encoder that works is taken; one that misses the grid is not', async () => {
  await using shop = await openWorkshop();
  const good = await withNvenc(shop, 'nothing) ;;');
  expect(await chooseEncoder('nvenc', good)).toEqual({
    encoder: { name: 'nvenc', device: null },
    refused: [],
  });
  const deaf = await withNvenc(shop, '-force_key_frames|-g) shift;;');
  const { encoder, refused } = await chooseEncoder('nvenc', deaf);
  expect(encoder).toEqual(softwareEncoder);
  expect(refused[0]?.why).toMatch(/^key pictures came at 0/);
});

test('a video is made with it, and with libx264 when it fails halfway', async () => {
  await using shop = await openWorkshop();
  const inputPath = await shop.clip('in.mp4', '640x360', 2);
  const facts = await probe(inputPath, { tools: shop.tools });
  const encoder = { name: 'nvenc', device: null } as const;
  const request = { inputPath, outDir: shop.at('out'), ladder: planLadder(facts), facts };
  const tools = { ...(await withNvenc(shop, 'nothing) ;;')), encoder };
  expect(await transcodeLadder({ ...request, tools })).toEqual({
    encoder: 'nvenc',
    setback: null,
  });
  const ffmpeg = shop.at('ffmpeg-of-a-busy-thumbnail');
  const fails = 'echo "OpenEncodeSessionEx failed: out of memory" >&2; exit 1';
  const script = `case "$*" in *h264_nvenc*) ${fails};; esac; exec ${shop.tools.ffmpeg} "$@"`;
  await writeFile(ffmpeg, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const made = await transcodeLadder({ ...request, tools: { ...tools, ffmpeg } });
  expect(made.encoder).toBe('libx264');
  expect(made.setback).toContain('OpenEncodeSessionEx failed');
  expect(await probe(shop.at('out', 'v360.mp4'), { tools })).toMatchObject({ height: 360 });
});

test.each(hardwareEncoders)('every option for %s is known to ffmpeg', async (name) => {
  await using shop = await openWorkshop();
  const help = await runTool({
    program: shop.tools.ffmpeg,
    args: ['-hide_banner', '-h', `encoder=h264_${name}`],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  // Builds differ in the hardware they know; one that lacks it has nothing to say about its options.
  if (!help.stdout.includes(`Encoder h264_${name}`)) return;
  const ladder = { frameRate: { numerator: 25, denominator: 1 }, segmentSeconds: 2 };
  const words = listEncodingArguments({ name, device: null }, { maxBitrateKbps: 800 }, ladder);
  const common = ['-c:v', '-b:v', '-maxrate', '-bufsize', '-g', '-pix_fmt', '-force_key_frames'];
  const own = words.filter((word) => word.startsWith('-') && !common.includes(word));
  for (const option of own.filter((word) => word !== '-global_quality' && word !== '-profile:v')) {
    expect(help.stdout, option).toMatch(new RegExp(`^ +${option} +<`, 'm'));
  }
});

test.each([
  ['', 'what came out is not H.264'],
  ['hevc\n0.0,K_', 'what came out is not H.264'],
  ['h264\n0.0,K_', '1 of 50 pictures came out'],
])('the report %j is found wanting', (report, flaw) => {
  expect(findFlaw(report)).toBe(flaw);
});
