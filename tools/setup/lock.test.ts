import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withSetupLock } from './lock.mjs';

const lockUrl = new URL('./lock.mjs', import.meta.url).href;

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-lock-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Runs a module with `withSetupLock`, `folder` and `say` at hand. */
function run(body: string): ChildProcess {
  const script = `
    import { withSetupLock } from ${JSON.stringify(lockUrl)};
    const folder = ${JSON.stringify(folder)};
    const say = (text) => process.stdout.write(text + '\\n');
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout ?? child, 'data');
  return String(chunk).trim();
}

/** The work of a test process that gets the lock at once. */
const takeAtOnce = () =>
  withSetupLock(async () => 'mine', {
    folder,
    onWait: (pid) => {
      throw new Error(`waits for ${pid}`);
    },
  });

describe('withSetupLock', () => {
  it('lets processes in one at a time', async () => {
    const counter = path.join(folder, 'counter');
    await writeFile(counter, '0');
    const counting = Array.from({ length: 4 }, () =>
      run(`
        import { readFileSync, writeFileSync } from 'node:fs';
        import { setTimeout as delay } from 'node:timers/promises';
        for (let turn = 0; turn < 10; turn += 1) {
          await withSetupLock(async () => {
            const count = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'));
            await delay(1);
            writeFileSync(${JSON.stringify(counter)}, String(count + 1));
          }, { folder, onWait() {} });
        }`),
    );
    const exits = await Promise.all(counting.map((child) => once(child, 'exit')));
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0, 0]);
    expect(await readFile(counter, 'utf8')).toBe('40');
    expect((await readdir(folder)).filter((name) => name.startsWith('lock-'))).toHaveLength(1);
  });

  it('takes over from a process that was killed, and waits while its child lives', async () => {
    const holder = run(`
      import { spawn } from 'node:child_process';
      await withSetupLock(async ({ hold }) => {
        const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
        hold(child.pid);
        say(child.pid);
        await new Promise(() => setInterval(() => {}, 1000));
      }, { folder });`);
    const childPid = Number(await firstLine(holder));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const onWait = vi.fn((pid: number) => void process.kill(pid, 'SIGKILL'));
    expect(await withSetupLock(async () => 'mine', { folder, onWait })).toBe('mine');
    expect(onWait.mock.calls).toEqual([[childPid]]);
    expect(await takeAtOnce()).toBe('mine');
  });

  it('does not take another process for the holder because it has its id', async () => {
    await writeFile(path.join(folder, 'lock-7'), `${process.pid} 1`);
    expect(await takeAtOnce()).toBe('mine');
    expect(await readdir(folder)).toEqual(['lock-8']);
  });

  it('is free again after work that failed', async () => {
    const failing = withSetupLock(() => Promise.reject(new Error('no')), { folder });
    await expect(failing).rejects.toThrow('no');
    expect(await takeAtOnce()).toBe('mine');
  });
});
