import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openDiskStorage } from './disk.ts';
import { describeStorage } from './storage.test-suite.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'prahari-disk-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describeStorage('disk storage', async () => openDiskStorage(root));
