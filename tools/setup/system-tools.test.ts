import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findProgram, installMissing } from './system-tools.mjs';

let folder: string;
let program: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-tools-'));
  program = path.join(folder, 'encoder');
  await writeFile(program, '');
  await chmod(program, 0o755);
  await writeFile(path.join(folder, 'notes'), '');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe('findProgram', () => {
  it('takes the first name on the PATH that may be run', () => {
    vi.stubEnv('PATH', ['/nowhere', folder].join(path.delimiter));
    expect(findProgram(['missing', 'notes', 'encoder'], 'ENCODER_PATH')).toBe(program);
    expect(findProgram(['missing', 'notes'], 'ENCODER_PATH')).toBeUndefined();
  });

  it('prefers what the variable names, and says so when that is no program', () => {
    vi.stubEnv('PATH', '');
    vi.stubEnv('ENCODER_PATH', program);
    expect(findProgram(['other'], 'ENCODER_PATH')).toBe(program);
    vi.stubEnv('ENCODER_PATH', path.join(folder, 'notes'));
    expect(() => findProgram(['other'], 'ENCODER_PATH')).toThrow(/ENCODER_PATH is .*notes/);
  });
});

describe.runIf(process.platform === 'linux')('installMissing', () => {
  async function plant(name: string, script = ''): Promise<void> {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}`);
    await chmod(path.join(folder, name), 0o755);
  }

  it('installs all that is missing in one go, and no more', async () => {
    const calls = path.join(folder, 'calls');
    vi.stubEnv('PATH', folder);
    await plant('env', 'shift; exec "$@"');
    await plant('sudo', 'shift; exec "$@"');
    await plant('apt-get', `echo "$@" >> ${calls}`);
    for (const name of ['ffmpeg', 'ffprobe']) await plant(name);
    await installMissing(['ffmpeg']);
    await expect(readFile(calls)).rejects.toThrow(/ENOENT/);

    await installMissing(['ffmpeg', 'objectServer', 'objectServer']);
    expect((await readFile(calls, 'utf8')).trim().split('\n')).toEqual([
      '-qq update',
      '-qq -y --no-install-recommends install radosgw ceph-mon ceph-osd ceph-common',
    ]);
    await rm(path.join(folder, 'ffprobe'));
    await installMissing(['ffmpeg', 'objectServer']);
    expect(await readFile(calls, 'utf8')).toMatch(/install ffmpeg radosgw [^\n]*\n$/);
  });

  it('leaves it to those who need a tool to say that there is none', async () => {
    vi.stubEnv('PATH', folder);
    await plant('env', 'exit 100');
    await plant('sudo', 'exit 100');
    await plant('apt-get');
    await installMissing(['objectServer']);
    vi.stubEnv('FFMPEG_PATH', path.join(folder, 'notes'));
    await installMissing(['ffmpeg']);
  });
});
