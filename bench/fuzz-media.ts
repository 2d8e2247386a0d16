/**
 * Damages real clips in hundreds of ways and shows each to the pipeline: it must be made or refused
 * in words, in time, and never more than that. `node bench/fuzz-media.ts [how many] [first seed]`
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MediaError, planLadder, probe, resolveTools, transcodeLadder } from '@prahari/media';
import { makeDamagedCopy } from '@prahari/media/damage';
import { runInBackground } from './rig/process.ts';

const count = Number(process.argv[2] ?? 300);
const firstSeed = Number(process.argv[3] ?? 0);
const patienceMs = 60_000;

const tools = await resolveTools(process.env);
const folder = await mkdtemp(path.join(tmpdir(), 'prahari-fuzz-'));
const at = (name: string) => path.join(folder, name);
const verdicts = new Map<string, number>();
let isWell = true;
try {
  const picture = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=160x90:r=10:d=1',
    '-f',
    'lavfi',
    '-i',
    'sine=d=1',
  ];
  const disc = ['-c:v', 'mpeg2video', '-c:a', 'mp2', '-r', '25'];
  const usual = ['-c:v', 'libx264'];
  const codecs: Readonly<Record<string, readonly string[]>> = {
    'a.mp4': usual,
    'b.mkv': usual,
    'c.mov': usual,
    'd.webm': ['-c:v', 'libvpx', '-ar', '48000'],
    'e.ts': usual,
    'f.m2ts': usual,
    'g.vob': disc,
    'h.mpg': disc,
    'i.3gp': [...usual, '-c:a', 'aac'],
    'j.avi': ['-c:v', 'mpeg4'],
    'k.wmv': ['-c:v', 'wmv2'],
    'l.flv': ['-c:v', 'flv'],
  };
  const names = Object.keys(codecs);
  for (const [name, codec] of Object.entries(codecs)) {
    await runInBackground(
      tools.ffmpeg,
      ['-v', 'error', '-y', ...picture, '-ar', '44100', ...codec, at(name)],
      folder,
    );
  }
  const clips = await Promise.all(names.map((name) => readFile(at(name))));
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const clip = clips[seed % clips.length];
    if (!clip) throw new Error('no clip');
    await writeFile(at('mutant'), makeDamagedCopy(clip, seed));
    const begun = performance.now();
    const verdict = await judge(at('mutant'));
    const tookMs = performance.now() - begun;
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    if (/^(?:fault|tool_|timed_out)/.test(verdict) || tookMs > patienceMs) {
      isWell = false;
      process.stdout.write(`seed ${seed}: ${verdict} after ${Math.round(tookMs)} ms\n`);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const [verdict, times] of [...verdicts].sort()) process.stdout.write(`${verdict}: ${times}\n`);
process.exitCode = isWell ? 0 : 1;

async function judge(inputPath: string): Promise<string> {
  try {
    const facts = await probe(inputPath, { tools });
    const ladder = planLadder(facts);
    await transcodeLadder({ inputPath, outDir: at('out'), ladder, facts, tools });
    return 'made';
  } catch (error) {
    if (error instanceof MediaError) return error.code;
    return `fault: ${String(error)}`;
  }
}
