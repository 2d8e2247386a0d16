import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startHosts } from './start-hosts.ts';

const run = promisify(execFile);

async function listenOn(address: string): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(0, address);
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port was given');
  return bound.port;
}

/** How a connection to there begins, from a place with these words before its commands. */
async function connect(command: readonly string[], address: string, port: number) {
  const script = `
    const socket = require('node:net').connect(${port}, '${address}');
    const end = (how) => { console.log(how); process.exit(); };
    socket.on('connect', () => end('open')).on('error', ({ code }) => end(code));
    setTimeout(end, 1000, 'silence');`;
  const [program = '', ...args] = [...command, process.execPath, '--eval', script];
  return (await run(program, args)).stdout.trim();
}

const listRemains = async (pid: number) => {
  const names = [...(await readdir('/sys/class/net')), ...(await readdir('/run/netns'))];
  return names.filter((name) => name.startsWith(`prh${pid}`));
};

it('has hosts that reach nothing of each other', async ({ skip }) => {
  const hosts = await startHosts();
  onTestFinished(hosts.stop);
  skip(hosts.refusal !== undefined, hosts.refusal);
  const [one, other] = [
    await hosts.add(inject('databaseServer')),
    await hosts.add(inject('databaseServer')),
  ];
  const database = new URL(one.databaseUrl);
  const port = await listenOn(hosts.address);
  const ofLoopback = await listenOn('127.0.0.1');
  expect(await connect(one.command, hosts.address, port)).toBe('open');
  expect(await connect(one.command, database.hostname, Number(database.port))).toBe('open');
  expect(await connect(one.command, '127.0.0.1', ofLoopback)).toBe('ECONNREFUSED');
  // A host that is reached refuses: nothing listens there.
  expect(await connect([], other.address, port)).toBe('ECONNREFUSED');
  expect(await connect(one.command, other.address, port)).not.toBe('ECONNREFUSED');

  await one.cutFromDatabase();
  expect(await connect(one.command, database.hostname, Number(database.port))).toBe('silence');
  expect(await connect(one.command, hosts.address, port)).toBe('open');
  expect(await connect(other.command, database.hostname, Number(database.port))).toBe('open');
  await one.reconnect();
  expect(await connect(one.command, database.hostname, Number(database.port))).toBe('open');
});

it('leaves nothing behind, and removes what a killed run left', async ({ skip }) => {
  const killed = execFile('true');
  await once(killed, 'exit');
  const pid = killed.pid ?? 0;
  const first = await startHosts();
  skip(first.refusal !== undefined, first.refusal);
  await first.stop();
  await run('ip', ['netns', 'add', `prh${pid}-1`]);
  await run('ip', ['link', 'add', `prh${pid}o`, 'type', 'bridge']);
  const hosts = await startHosts();
  await hosts.add(inject('databaseServer'));
  expect(await listRemains(pid)).toEqual([]);
  expect(await listRemains(process.pid)).not.toEqual([]);
  await hosts.stop();
  expect(await listRemains(process.pid)).toEqual([]);
});
