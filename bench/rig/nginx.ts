import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NotPossible } from '../measurement.ts';
import { freePort, startProcess } from './process.ts';

const places = [
  '/usr/sbin/nginx',
  '/usr/bin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
];
const startTimeoutMs = 10_000;
const pollMs = 20;

export interface Nginx {
  readonly port: number;
  /** Of the one worker. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * nginx with one worker and sendfile over a copy of `mediaDir`, all of it below `scratchDir`.
 * @throws NotPossible where there is no nginx
 */
export async function startNginx(scratchDir: string, mediaDir: string): Promise<Nginx> {
  const file = findNginx();
  const prefix = path.join(scratchDir, 'nginx');
  await mkdir(prefix, { recursive: true });
  await cp(mediaDir, path.join(prefix, 'media'), { recursive: true });
  await openToAll(path.join(prefix, 'media'));
  const port = await freePort();
  const configuration = path.join(prefix, 'nginx.conf');
  await writeFile(configuration, configurationFor(port, prefix));
  const master = await startProcess({
    file,
    args: ['-p', prefix, '-c', configuration, '-e', 'stderr'],
    ready: /start worker process \d+/,
    timeoutMs: startTimeoutMs,
  });
  const pid = Number(/start worker process (\d+)/.exec(master.output)?.[1]);
  await untilAnswers(port);
  return { port, pid, stop: master.stop };
}

/** @throws NotPossible where there is no nginx */
export function findNginx(): string {
  const file = places.find((place) => existsSync(place));
  if (file !== undefined) return file;
  throw new NotPossible('there is no nginx; on Debian: apt-get install nginx-light');
}

function configurationFor(port: number, prefix: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${prefix}/${name};`)
    .join(' ');
  return `
daemon off;
worker_processes 1;
pid ${prefix}/nginx.pid;
error_log stderr notice;
events { worker_connections 256; }
http {
  ${temporary}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  server { listen 127.0.0.1:${port}; root ${prefix}/media; }
}
`;
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(full);
    else await chmod(full, 0o644);
  }
}

async function untilAnswers(port: number): Promise<void> {
  const until = Date.now() + startTimeoutMs;
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > until) throw new Error('nginx does not answer');
    await delay(pollMs);
  }
}
