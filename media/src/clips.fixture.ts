import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';

/** The tools of this machine and a folder of its own that goes away with `await using`. */
export async function openWorkshop() {
  const tools = await resolveTools(process.env);
  const folder = await mkdtemp(join(tmpdir(), 'prahari-media-'));
  const at = (...names: string[]) => join(folder, ...names);

  const ffmpeg = (...args: string[]) =>
    runTool({
      program: tools.ffmpeg,
      args: ['-nostdin', '-v', 'error', '-y', ...args],
      guard: tools.guard,
      timeoutMs: 60_000,
    });

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
