import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findProgram } from './system-tools.mjs';

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
