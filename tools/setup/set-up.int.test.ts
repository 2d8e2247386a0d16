import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  copyClone,
  fetchToolchain,
  npmVersions,
  runNpm,
  sizeOnDisk,
  type Toolchain,
} from './fresh-clone.fixture.ts';
import { root } from './root.mjs';

/** An install of hundreds of packages, beside suites that take the cores. */
const installMs = 600_000;

let folder: string;
let toolchain: Toolchain;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-set-up-'));
  toolchain = await fetchToolchain(folder, { node: '18', npm: npmVersions.node18 });
}, installMs);

afterAll(async () => {
  await rm(folder, { recursive: true });
}, 60_000);

it(
  'sets up a fresh clone with the npm of Node 18, over what a killed install left behind',
  async () => {
    const clone = path.join(folder, 'clone');
    await copyClone(clone);
    const lock: unknown = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
    // npm takes this for installed.
    const half = path.join(clone, 'node_modules', 'fastify', 'package.json');
    await mkdir(path.dirname(half), { recursive: true });
    const fastify = { name: 'fastify', version: versionIn(lock, 'node_modules/fastify') };
    await writeFile(half, JSON.stringify(fastify));

    const { code, output } = await runNpm(clone, toolchain, ['start', '--', '--version']).ended;
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('\nPrahari ') });
    expect(output).not.toMatch(/warn|error/i);
    expect(await sizeOnDisk(path.join(clone, 'node_modules'))).toBeLessThan(500e6);

    const again = await runNpm(clone, toolchain, ['start', '--', '--version']).ended;
    expect(again).toEqual({ code: 0, output: expect.not.stringContaining('Installing') });
  },
  installMs,
);

function versionIn(lock: unknown, place: string): unknown {
  const packages: unknown = Reflect.get(Object(lock), 'packages');
  return Reflect.get(Object(Reflect.get(Object(packages), place)), 'version');
}
