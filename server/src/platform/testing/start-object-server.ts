import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const startTimeoutMs = 90_000;
const pollMs = 100;

export interface TestObjectServer {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

/**
 * Ceph's S3 gateway on a cluster of one monitor and one store in memory (Debian: radosgw).
 * @param address where the gateway listens
 */
export async function startObjectServer(address = '127.0.0.1'): Promise<TestObjectServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-ceph-'));
  const started: ChildProcess[] = [];
  const stop = async () => {
    for (const child of started.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const port = await freePort();
    const configuration = path.join(folder, 'ceph.conf');
    const monitor = `[v2:127.0.0.1:${await freePort()}/0]`;
    const [cluster, store] = [randomUUID(), randomUUID()];
    for (const name of ['mon', 'osd', 'rgw']) await mkdir(path.join(folder, name));
    await writeFile(
      configuration,
      cephConfiguration({ folder, cluster, monitor, gateway: `${address}:${port}` }),
    );
    await writeFile(path.join(folder, 'keyring'), '');
    const ceph = (program: string, args: readonly string[]) =>
      run(program, ['-c', configuration, ...args], { timeout: startTimeoutMs });
    const keepRunning = (program: string, args: readonly string[]) => {
      started.push(spawn(program, ['-c', configuration, ...args, '-f'], { stdio: 'ignore' }));
    };
    const map = path.join(folder, 'monmap');
    await run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', monitor, map]);
    await ceph('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map]);
    keepRunning('ceph-mon', ['-i', 'a']);
    await ceph('ceph', ['osd', 'new', store]);
    await ceph('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', store]);
    keepRunning('ceph-osd', ['-i', '0']);
    const [accessKeyId, secretAccessKey] = [randomUUID(), randomUUID()];
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
    const user = ['--uid', 'prahari', '--display-name', 'Prahari'];
    await ceph('radosgw-admin', ['user', 'create', ...user, ...keys]);
    keepRunning('radosgw', ['-n', 'client.rgw']);
    const endpoint = `http://${address}:${port}`;
    await untilAnswers(endpoint);
    return { endpoint, accessKeyId, secretAccessKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function cephConfiguration(from: {
  folder: string;
  cluster: string;
  monitor: string;
  gateway: string;
}): string {
  const { folder } = from;
  const roles = ['cluster', 'service', 'client', 'mon cluster', 'mon service', 'mon client'];
  return `[global]
fsid = ${from.cluster}
mon host = ${from.monitor}
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
${roles.map((role) => `ms ${role} mode = crc`).join('\n')}
ms bind ipv6 = false
public addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
mon allow pool size one = true
mon data = ${folder}/mon
osd data = ${folder}/osd
keyring = ${folder}/keyring
run dir = ${folder}
admin socket = ${folder}/$name.sock
pid file = ${folder}/$name.pid
log file = ${folder}/$name.log
[client.rgw]
rgw frontends = beast endpoint=${from.gateway}
rgw data = ${folder}/rgw
rgw enable apis = s3
`;
}

async function untilAnswers(endpoint: string): Promise<void> {
  const until = Date.now() + startTimeoutMs;
  while (Date.now() < until) {
    const isUp = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await delay(pollMs);
  }
  throw new Error('the S3 gateway does not answer');
}
