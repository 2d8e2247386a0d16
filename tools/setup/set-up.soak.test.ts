import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  copyClone,
  fetchToolchain,
  npmVersions,
  runNpm,
  signalGroup,
  sizeOnDisk,
} from './fresh-clone.fixture.ts';
import { root } from './root.mjs';

const readyMark = 'Ctrl+C stops it.';
/** The account `nobody` of Debian. */
const nobodyUid = 65_534;
const isRoot = process.getuid?.() === 0;
const rounds = Number(process.env['SET_UP_ROUNDS'] ?? 20);
const seed = Number(process.env['SET_UP_SEED'] ?? 13);

let folder: string;

beforeAll(async () => {
  // Not in memory: this is where disks are slow, and clones and caches take gigabytes.
  folder = await mkdtemp('/var/tmp/prahari-set-up-');
  if (isRoot) await chown(folder, nobodyUid, nobodyUid);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
}, 600_000);

/** Every npm on every Node that it runs on; npm 11 does not run on Node 18. */
const combinations = ['18', '20', '22', '24'].flatMap((node) =>
  Object.values(npmVersions)
    .filter((npm) => node !== '18' || !npm.startsWith('11.'))
    .map((npm, index) => ({ node, npm, asNobody: isRoot && index % 2 === 1 })),
);

async function freshClone(name: string): Promise<string> {
  const clone = path.join(folder, name);
  await copyClone(clone);
  return clone;
}

describe('npm start in a fresh clone', () => {
  it.each(combinations)(
    'works on Node $node with npm $npm (as nobody: $asNobody)',
    async ({ asNobody, ...versions }) => {
      const toolchain = await fetchToolchain(folder, versions);
      const clone = await freshClone(`clone-${versions.node}-${versions.npm}`);
      // As root npm's cache was filled by the installs before: no network is needed.
      const options = asNobody
        ? { uid: nobodyUid, env: { HOME: path.join(folder, 'home') } }
        : { isOffline: isRoot };
      if (asNobody) await giveTo(nobodyUid, clone);
      const run = runNpm(clone, toolchain, ['start'], options);
      await run.printed(readyMark);
      signalGroup(run, 'SIGINT');
      expect(await run.ended).toMatchObject({ code: 0 });
      expect(await sizeOnDisk(path.join(clone, 'node_modules'))).toBeLessThan(500e6);
      await rm(clone, { recursive: true });
    },
  );

  it('works over what a killed install left behind, and installs nothing the next time', async () => {
    const toolchain = await fetchToolchain(folder, { node: '18', npm: npmVersions.node18 });
    const clone = await freshClone('half');
    const lock: unknown = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
    // npm takes this for installed.
    const half = path.join(clone, 'node_modules', 'fastify', 'package.json');
    await mkdir(path.dirname(half), { recursive: true });
    const fastify = { name: 'fastify', version: versionIn(lock, 'node_modules/fastify') };
    await writeFile(half, JSON.stringify(fastify));
    const ask = ['start', '--', '--version'];
    const { code, output } = await runNpm(clone, toolchain, ask).ended;
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('\nPrahari ') });
    expect(output).not.toMatch(/warn|error/i);
    expect(await runNpm(clone, toolchain, ask).ended).toEqual({
      code: 0,
      output: expect.not.stringContaining('Installing'),
    });
    await rm(clone, { recursive: true });
  });

  it('installs the tools of tests on top, which a later start leaves there', async () => {
    const toolchain = await fetchToolchain(folder, { node: '22', npm: npmVersions.node22 });
    const clone = await freshClone('tools');
    const ask = ['start', '--', '--version'];
    expect((await runNpm(clone, toolchain, ask).ended).code).toBe(0);
    const types = await runNpm(clone, toolchain, ['test', '--', 'types']).ended;
    expect(types).toMatchObject({ code: 0, output: expect.stringContaining('1 passed, 0 failed') });
    expect(await runNpm(clone, toolchain, ask).ended).toMatchObject({
      code: 0,
      output: expect.not.stringContaining('Installing'),
    });
    expect(await readdir(path.join(clone, 'node_modules', '.bin'))).toContain('vitest');
    await rm(clone, { recursive: true });
  });

  it('recovers after Ctrl+C at any second, and leaves nothing running', async () => {
    const toolchain = await fetchToolchain(folder, { node: '18', npm: npmVersions.node18 });
    const clone = await freshClone('interrupted');
    const begunMs = performance.now();
    await startAndStop();
    const wholeMs = performance.now() - begunMs;
    const delays = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed, numRuns: rounds });
    for (const [round, share] of delays.entries()) {
      if (round % 5 === 0)
        await rm(path.join(clone, 'node_modules'), { recursive: true, force: true });
      const run = runNpm(clone, toolchain, ['start']);
      await delay(share * wholeMs);
      // A terminal tells the whole group; a supervisor npm alone.
      if (round % 2 === 0) signalGroup(run, 'SIGINT');
      else run.child.kill('SIGTERM');
      await run.ended;
      expect(await processesIn(clone), `round ${round}, after ${share * wholeMs} ms`).toEqual([]);
    }
    await startAndStop();

    async function startAndStop(): Promise<void> {
      const run = runNpm(clone, toolchain, ['start']);
      await run.printed(readyMark);
      signalGroup(run, 'SIGINT');
      expect(await run.ended).toMatchObject({ code: 0 });
    }
  });

  it('works twice at once', async () => {
    const toolchain = await fetchToolchain(folder, { node: '20', npm: npmVersions.node18 });
    const clone = await freshClone('twice');
    const both = ['one', 'two'].map((data) =>
      runNpm(clone, toolchain, ['start'], { env: { DATA_DIR: path.join(clone, data) } }),
    );
    await Promise.all(both.map((run) => run.printed(readyMark)));
    for (const run of both) signalGroup(run, 'SIGINT');
    const outputs = (await Promise.all(both.map((run) => run.ended))).map(({ output }) => output);
    expect(outputs.filter((output) => output.includes('Installing'))).toHaveLength(1);
    expect(outputs.filter((output) => output.includes('Waiting for process'))).toHaveLength(1);
  });
});

function versionIn(lock: unknown, place: string): unknown {
  const packages: unknown = Reflect.get(Object(lock), 'packages');
  return Reflect.get(Object(Reflect.get(Object(packages), place)), 'version');
}

async function giveTo(uid: number, place: string): Promise<void> {
  await chown(place, uid, uid);
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    await chown(path.join(entry.parentPath, entry.name), uid, uid);
  }
}

/** Processes that work in this folder: npm, its children and the server; PostgreSQL works in `/`. */
async function processesIn(clone: string): Promise<string[]> {
  if (os.platform() !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(
    pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')),
  );
  return pids.filter((_, index) => folders[index]?.startsWith(clone));
}
