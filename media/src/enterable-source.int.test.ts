import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { planLadder } from './ladder.ts';
import { probe, type SourceFacts } from './probe.ts';
import type { Progress } from './progress.ts';
import { runTool } from './run-tool.ts';
import { transcodeLadder } from './transcode.ts';

let shop: Awaited<ReturnType<typeof openWorkshop>>;
beforeAll(async () => {
  shop = await openWorkshop();
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=128x96:r=10:d=9', '-f', 'lavfi', '-i'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '60', '-c:a', 'aac'];
  await shop.ffmpeg(...sources, 'sine=d=9', ...codecs, shop.at('source.mp4'));
});
afterAll(() => shop[Symbol.asyncDispose]());

async function convert(name: string, facts: SourceFacts, out: string, pieceSeconds?: number) {
  const inputPath = shop.at(name);
  const ladder = planLadder(facts);
  const made = { inputPath, outDir: shop.at(out), ladder, facts, tools: shop.tools };
  const kept = pieceSeconds ? { dir: shop.at(`${out}-kept`), pieceSeconds } : undefined;
  const fractions: number[] = [];
  const onProgress = ({ fraction }: Progress) => void fractions.push(fraction);
  await transcodeLadder({ ...made, onProgress, ...(kept && { kept }) });
  return { rendition: ladder.video[0]?.name ?? '', fractions };
}

async function packets(file: string): Promise<string[]> {
  const entries = ['-show_entries', 'packet=pts,duration,flags', '-of', 'csv=p=0'];
  const { stdout } = await runTool({
    program: shop.tools.ffprobe,
    args: ['-v', 'error', ...entries, file],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  return stdout.trim().split('\n');
}

/** Measures how similar two renditions are in the pictures that differ most, in dB. */
async function worstPsnr(one: string, other: string): Promise<number> {
  const { stderr } = await runTool({
    program: shop.tools.ffmpeg,
    args: ['-nostdin', '-i', one, '-i', other, '-lavfi', 'psnr', '-f', 'null', '-'],
    guard: shop.tools.guard,
    timeoutMs: 60_000,
  });
  return Number(/min:(inf|[\d.]+)/.exec(stderr)?.[1]?.replace('inf', '99'));
}

/** By the same steps as TS and AVI; that they are read and made, `camera-clips.int` shows in every run. */
const likeOthers: [string, string[]][] =
  process.env['SOAK'] === 'on'
    ? [
        ['a.flv', ['-c', 'copy']],
        ['a.wmv', ['-c:v', 'wmv2', '-q:v', '4', '-c:a', 'wmav2']],
      ]
    : [];

const mpeg = ['-c:v', 'mpeg2video', '-q:v', '4', '-bf', '2', '-c:a', 'mp2'];
test.each([
  ['a.ts', ['-c', 'copy']],
  ['a.vob', [...mpeg, '-r', '25', '-f', 'vob']],
  ['a.avi', ['-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'libmp3lame']],
  ...likeOthers,
])('%s is made in pieces that join to what one pass makes', async (name, args) => {
  await shop.ffmpeg('-i', shop.at('source.mp4'), ...args, shop.at(name));
  const facts = await probe(shop.at(name), { tools: shop.tools });
  const { rendition } = await convert(name, facts, 'whole');
  const out = `${name}-joined`;
  const { fractions } = await convert(name, facts, out, 4);
  // Of the copy the first, up to its share of the whole; then on from there.
  expect(fractions[0]).toBeLessThanOrEqual(0.03);
  expect(fractions).toContain(0.03);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  const kept = await readdir(shop.at(`${out}-kept`), { recursive: true });
  expect(kept).toContain('source.mkv');
  expect(kept.filter((file) => /\/0\d{3}$/.test(file))).toHaveLength(2);
  const pictures = await packets(shop.at(out, `${rendition}.mp4`));
  expect(pictures).toEqual(await packets(shop.at('whole', `${rendition}.mp4`)));
  const sounds = await packets(shop.at(out, 'audio.mp4'));
  expect(sounds).toHaveLength((await packets(shop.at('whole', 'audio.mp4'))).length);
  const pair = [shop.at('whole', `${rendition}.mp4`), shop.at(out, `${rendition}.mp4`)] as const;
  expect(await worstPsnr(...pair)).toBeGreaterThan(30);
});
