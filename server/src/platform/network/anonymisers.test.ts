import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import { openAnonymisers, parseNetworks } from './anonymisers.ts';

const log = createLog('silent');

async function listOf(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-anonymisers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'exits.txt');
  await writeFile(file, text);
  return file;
}

it('reads addresses and blocks of both families, and counts what is neither', () => {
  const { networks, count, bad } = parseNetworks(
    [
      '# exits of Tor',
      '198.51.100.7',
      '203.0.113.0/24 # a hosting company',
      '',
      '2001:db8:1::/48\r',
      'not a network',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '::/1',
      '1.2.3.4/8/9',
      '1.2.3.4/',
    ].join('\n'),
  );
  expect({ count, bad }).toEqual({ count: 3, bad: 6 });
  expect(networks.check('203.0.113.200')).toBe(true);
  expect(networks.check('203.0.114.1')).toBe(false);
  expect(networks.check('2001:db8:1::9', 'ipv6')).toBe(true);
});

it('looks addresses up in every notation, and reads a changed list', async () => {
  const file = await listOf('198.51.100.7\n');
  let nowMs = 0;
  const { has, hasData } = await openAnonymisers({ anonymisersFile: file }, log, () => nowMs);
  expect(hasData).toBe(true);
  expect(['198.51.100.7', '::ffff:198.51.100.7', '198.51.100.8', 'unknown', ''].map(has)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  await writeFile(file, '198.51.100.8\n');
  await utimes(file, 1, 1);
  nowMs = 599_999;
  expect(has('198.51.100.8')).toBe(false);
  nowMs = 600_000;
  expect(has('198.51.100.7')).toBe(true);
  await expect.poll(() => has('198.51.100.8')).toBe(true);
  expect(has('198.51.100.7')).toBe(false);
});

it('keeps the list that it has when the file is gone, and does not start without one', async () => {
  const file = await listOf('198.51.100.7\n');
  let nowMs = 0;
  const warn = vi.fn();
  const { has } = await openAnonymisers(
    { anonymisersFile: file },
    { info: () => undefined, warn },
    () => nowMs,
  );
  await rm(file);
  nowMs = 600_000;
  expect(has('198.51.100.7')).toBe(true);
  await expect.poll(() => warn.mock.calls.length).toBe(1);
  expect(has('198.51.100.7')).toBe(true);
  await expect(openAnonymisers({ anonymisersFile: file }, log)).rejects.toThrow(
    /^ANONYMISERS_FILE is .*exits\.txt, which can't be read/,
  );
});

it('says nothing about any address without a list', async () => {
  const { has, hasData } = await openAnonymisers({ anonymisersFile: undefined }, log);
  expect([hasData, has('198.51.100.7')]).toEqual([false, false]);
});
