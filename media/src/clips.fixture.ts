import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyKeptClip } from './kept-clip.fixture.ts';
import { type MediaTools, resolveTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';

/** Looked for once a file of tests: each part of the guard is tried with a program. */
let foundTools: Promise<MediaTools> | undefined;

/** The tools of this machine and a new folder that `await using` removes. */
export async function openWorkshop() {
  foundTools ??= resolveTools(process.env);
  const tools = await foundTools;
  const folder = await mkdtemp(join(tmpdir(), 'prahari-media-'));
  const at = (...names: string[]) => join(folder, ...names);

  const run = (...args: string[]) =>
    runTool({
      program: tools.ffmpeg,
      args: ['-nostdin', '-v', 'error', '-y', ...args],
      guard: tools.guard,
      timeoutMs: 60_000,
    });

  /** Clips made from generated sources alone are made once and kept. */
  async function ffmpeg(...args: string[]): Promise<void> {
    const words = args.slice(0, -1);
    const file = args.at(-1) ?? '';
    if (!isGenerated(words, folder) || !file.startsWith(folder)) await run(...args);
    else await copyKeptClip({ ffmpeg: tools.ffmpeg, words, file }, (at) => run(...words, at));
  }

  /** A moving test picture with a tone; `extra` are ffmpeg's options for the output. */
  const clip = async (name: string, size = '320x180', seconds = 5, ...extra: string[]) => {
    const picture = `testsrc2=s=${size}:r=30:d=${seconds}`;
    const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', ...extra];
    const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=d=${seconds}`];
    await ffmpeg(...sources, ...encoding, at(name));
    return at(name);
  };

  return {
    tools,
    at,
    ffmpeg,
    clip,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

/** Whether a clip is made of ffmpeg's own sources, and of no file of this folder. */
function isGenerated(words: readonly string[], folder: string): boolean {
  const inputs = words.flatMap((word, at) => (word === '-i' ? [words.slice(at - 2, at)] : []));
  const areSources = inputs.every(([option, format]) => option === '-f' && format === 'lavfi');
  return inputs.length > 0 && areSources && !words.some((word) => word.includes(folder));
}
