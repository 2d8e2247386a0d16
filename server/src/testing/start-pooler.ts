import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../platform/testing/free-port.ts';

const shipped = path.join(
  ...[import.meta.dirname, '..', '..', '..', 'deploy', 'pgbouncer', 'pgbouncer.ini'],
);

export interface TestPooler {
  /** The address of the same database through it. */
  readonly url: string;
  start(): Promise<void>;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A PgBouncer with the configuration that we ship, before that database. */
export async function startPooler(connectionString: string): Promise<TestPooler> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-pooler-'));
  const port = await freePort();
  const behind = new pg.Client({ connectionString });
  const { database = '', user = '', password = '' } = behind;
  const configuration = (await readFile(shipped, 'utf8'))
    .replace(/^prahari = host=\S+ port=\S+ dbname=\S+/m, () => {
      return `${database} = host=${behind.host} port=${behind.port} dbname=${database}`;
    })
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    // So few that statements of one caller go over several of them.
    .replace('default_pool_size = 20', 'default_pool_size = 4')
    .replace('/etc/pgbouncer', folder);
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, configuration);
  await writeFile(path.join(folder, 'userlist.txt'), `"${user}" "${password}"\n`);
  // It does not run as root, and reads its files as another user.
  await chmod(folder, 0o755);
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn('pgbouncer', [...asOther, file], {
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    let said = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('process up')) resolve();
    });
    started.once('error', reject);
    started.once('exit', () => reject(new Error(`PgBouncer ended:\n${said}`)));
    await ready;
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  await start();
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}`;
  return {
    url: `postgresql://${account}@127.0.0.1:${port}/${database}`,
    start,
    kill,
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
