import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';

/** How many programs are started one after another: at the end some have not entered their root. */
const trials = 20;
const stepMs = 6;
/** On a busy machine a program may not yet have asked to die with the worker when that is killed. */
const slowly = ['/bin/sh', '-c', 'sleep 0.5; exec "$@"', 'sh'];

/** Begins programs one after another, and is killed with all of them under way. */
const worker = (marker: string, folder: string) => `
import { setTimeout as delay } from 'node:timers/promises';
import { confine } from ${JSON.stringify(new URL('./confinement.ts', import.meta.url).href)};
import { resolveTools } from ${JSON.stringify(new URL('./resolve-tools.ts', import.meta.url).href)};
import { runTool } from ${JSON.stringify(new URL('./run-tool.ts', import.meta.url).href)};
const tools = await resolveTools(process.env);
console.log(JSON.stringify({ hides: tools.hiding !== null, uid: process.getuid() }));
const limits = { cpuSeconds: 60, fileBytes: 1024 };
const reach = { reads: [], writes: [${JSON.stringify(folder)}] };
const args = ['-nostdin', '-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=5',
  '-metadata', 'title=${marker}', '-f', 'null', '-'];
const guards = [tools.guard, confine(tools, limits, reach)];
const begin = (guard) =>
  void runTool({ program: tools.ffmpeg, args, guard, timeoutMs: 60_000 }).catch(console.error);
for (let trial = 0; trial < ${trials}; trial += 1) {
  guards.forEach(begin);
  await delay(${stepMs});
}
for (const guard of guards) begin([...${JSON.stringify(slowly)}, ...guard]);
process.kill(process.pid, 'SIGKILL');
`;

/** Command lines of processes that hold the marker. */
async function linesWith(marker: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (id: string) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
  return (await Promise.all(ids.map(read))).filter((line) => line.includes(marker));
}

const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups', '--'];
const isRoot = process.getuid?.() === 0;

test.each([
  ['as it runs here', []],
  ['without root, in a user namespace', isRoot ? ['setpriv', ...nobody] : []],
])('a worker killed at any moment leaves no program behind: %s', async (_, as) => {
  await using shop = await openWorkshop();
  const [folder, marker] = [shop.at('work'), shop.at('orphan')];
  await chmod(shop.at(), 0o755);
  await mkdir(folder, { mode: 0o777 });
  await writeFile(shop.at('worker.mjs'), worker(marker, folder));
  const [program = process.execPath, ...words] = [...as, process.execPath, shop.at('worker.mjs')];
  const parent = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  parent.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  expect(await once(parent, 'exit')).toEqual([null, 'SIGKILL']);
  // Here it must be possible: in sight of every file nothing would be tried.
  expect(JSON.parse(said)).toMatchObject({ hides: true });
  await expect.poll(() => linesWith(marker)).toEqual([]);
});
