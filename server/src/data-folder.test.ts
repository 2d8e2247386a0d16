import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dataFoldersOf,
  describeOwner,
  diskFoldersOf,
  noteAddress,
  openDataFolder,
} from './data-folder.ts';
import { findClusterDir } from './platform/db/embedded/cluster.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-folder-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('the disks that may fill', () => {
  const { workDir, mediaDir } = dataFoldersOf('/data');
  const cluster = findClusterDir('/data');
  it.each([
    ['all of them', 'disk', undefined, [workDir, mediaDir], [cluster]],
    ['not the object store', 's3', undefined, [workDir], [cluster]],
    ['not a database of its own', 'disk', 'postgresql://db/x', [workDir, mediaDir], []],
  ] as const)('are %s', (_, storage, databaseUrl, files, database) => {
    expect(diskFoldersOf('/data', { storage, databaseUrl })).toEqual({ files, database });
  });
});

describe('openDataFolder', () => {
  it('makes the folder with those above it', async () => {
    const made = path.join(folder, 'a', 'b');
    await openDataFolder(made);
    expect((await stat(made)).isDirectory()).toBe(true);
  });

  it.each([['file'], ['file/data']])('names %s', async (name) => {
    await writeFile(path.join(folder, 'file'), '');
    const wrong = path.join(folder, name);
    await expect(openDataFolder(wrong)).rejects.toThrow(
      `DATA_DIR is ${wrong}, which is or lies in`,
    );
  });

  it('gives up a folder that does not answer', async () => {
    // Like listing a network share whose server is down: it never ends.
    const list = path.join(folder, 'list');
    await writeFile(list, '#!/bin/sh\nexec sleep 60\n');
    await chmod(list, 0o755);
    const opening = openDataFolder(path.join(folder, 'share'), { list, timeoutMs: 300 });
    await expect(opening).rejects.toThrow(/does not answer for 0\.3 s/);
  });
});

describe('describeOwner', () => {
  it('says where the owner serves, when the note is its own', async () => {
    await noteAddress(folder, 'http://localhost:8080');
    const { message } = await describeOwner(folder, process.pid);
    expect(message).toMatch(
      /in use by process \d+, which runs since 20\d\d-.*Z at http:\/\/localhost:8080: stop that one/,
    );
    expect((await describeOwner(folder, 1)).message).toContain('in use by process 1: stop');
  });

  it('does without a note, and with a broken one', async () => {
    expect((await describeOwner(folder, 7)).message).toContain('in use by process 7: stop');
    await writeFile(path.join(folder, 'running.json'), '{"pid":7');
    expect((await describeOwner(folder, 7)).message).toContain('in use by process 7: stop');
  });
});
