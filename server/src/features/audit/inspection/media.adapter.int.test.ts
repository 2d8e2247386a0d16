import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { findMediaTools } from '../../../testing/media-tools.ts';
import type { CheckTools } from '../checks/check.rules.ts';
import { containmentChecks } from '../checks/containment.check.ts';
import { compareCode } from './host.adapter.ts';
import { examineMedia } from './media.adapter.ts';

const run = promisify(execFile);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-facts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** What the check needs, with this way to examine a file. */
function toolsWith(examine: (name: string, bytes: Buffer, secret: string) => Promise<unknown>) {
  return {
    ports: { host: { examineMedia: examine } },
    now: () => new Date(),
  } as unknown as CheckTools;
}

it('INPUT-06 finds programs that open what a file names, and none that uploads are given', async () => {
  const check = containmentChecks.find(({ id }) => id === 'INPUT-06');
  const tools = await findMediaTools();
  const safe = await check?.run(
    toolsWith((name, bytes, secret) => examineMedia(tools, name, bytes, secret)),
  );
  expect(safe?.status, JSON.stringify(safe)).toBe('passed');

  const folder = await newFolder();
  /** As a program that trusts its input. */
  async function examineTrustingly(name: string, bytes: Buffer) {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    const options = [
      '-v',
      'error',
      '-protocol_whitelist',
      'file,crypto,data,http,tcp',
      '-allowed_extensions',
      'ALL',
    ];
    const { stderr } = await run(tools.ffprobe, [...options, '-f', 'hls', `file:${file}`], {
      timeout: 10_000,
    }).catch((error: { stderr: string }) => error);
    return { isAccepted: false, text: stderr };
  }
  const trusting = await check?.run(toolsWith(examineTrustingly));
  expect(trusting).toMatchObject({ status: 'failed' });
  expect(trusting?.components).toContain('a playlist of an address');
});

it('CONF-09 is told which files differ from the commit, and nothing where there is none', async () => {
  const folder = await newFolder();
  expect(await compareCode(folder)).toBeUndefined();
  const git = (...args: string[]) =>
    run('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args]);
  await git('init', '-q');
  await writeFile(path.join(folder, 'package.json'), '{}');
  await writeFile(path.join(folder, 'main.ts'), 'one');
  await git('add', '.');
  await git('commit', '-qm', 'Begin');
  const clean = await compareCode(folder);
  expect(clean).toMatchObject({ commit: expect.stringMatching(/^[0-9a-f]{12}$/), changed: [] });
  await writeFile(path.join(folder, 'main.ts'), 'two');
  expect((await compareCode(folder))?.changed).toEqual(['main.ts']);
});
