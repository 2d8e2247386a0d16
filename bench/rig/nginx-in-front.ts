import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NotPossible } from '../measurement.ts';
import { findDatabase } from './database.ts';
import { findNginx } from './nginx.ts';
import { type PrahariProcess, startPrahari } from './prahari.ts';
import { freePort, startProcess } from './process.ts';
import type { Site } from './site.ts';

const repository = path.resolve(import.meta.dirname, '..', '..');
const deployDir = path.join(repository, 'deploy', 'nginx');
/** Where Debian's package puts it; a variable overrides it. */
const scriptModule =
  process.env['NGINX_JS_MODULE'] ?? '/usr/lib/nginx/modules/ngx_http_js_module.so';
const startTimeoutMs = 30_000;

export type FrontConfiguration = 'x-accel.conf' | 'checked-paths.conf';

export interface Front {
  readonly port: number;
  /** Of nginx's one worker. */
  readonly pid: number;
  readonly server: PrahariProcess;
  stop(): Promise<void>;
}

/**
 * One more web process of the site, with nginx before it by one of the configurations of
 * `deploy/nginx`, changed only in addresses and folders.
 * @throws NotPossible where nginx or its njs module is missing
 */
export async function startFront(
  site: Pick<Site, 'dataDir'>,
  scratchDir: string,
  configuration: FrontConfiguration,
  settings: NodeJS.ProcessEnv = {},
): Promise<Front> {
  const file = findNginx();
  const isChecking = configuration === 'checked-paths.conf';
  if (isChecking && !existsSync(scriptModule)) {
    throw new NotPossible('there is no njs; on Debian: apt-get install libnginx-mod-http-js');
  }
  const { dataDir } = site;
  const folder = path.join(scratchDir, configuration);
  const revokedDir = path.join(folder, 'revoked');
  await mkdir(revokedDir, { recursive: true });
  await cp(deployDir, path.join(folder, 'conf'), { recursive: true });
  const port = await freePort();
  const env = {
    ...settings,
    ROLE: 'web',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: await findDatabase(dataDir),
    TRUST_PROXY: '127.0.0.1',
    ...(isChecking
      ? { DELIVERY_REVOCATIONS_DIR: revokedDir }
      : { DELIVERY_X_ACCEL_PREFIX: '/_media/' }),
  };
  const server = await startPrahari({ dataDir, by: 'node', env });
  if (isChecking) {
    const keyFile = path.join(folder, 'conf', 'delivery-key.conf');
    await startProcess({
      file: process.execPath,
      cwd: repository,
      timeoutMs: startTimeoutMs,
      args: ['server/src/commands/write-delivery-key.ts', keyFile],
      env: { ...env, DATA_DIR: dataDir },
      ready: /\S/,
    });
  }
  const shipped = await readFile(path.join(deployDir, configuration), 'utf8');
  const written = shipped
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*$/gm, '')
    .replace('server 127.0.0.1:8080;', `server 127.0.0.1:${server.port};`)
    .replaceAll('/etc/prahari/nginx', path.join(folder, 'conf'))
    .replaceAll('/var/lib/prahari/revoked', revokedDir)
    .replaceAll('/var/lib/prahari', dataDir)
    .replaceAll('/var/log/nginx', folder);
  await writeFile(path.join(folder, 'conf', 'site.conf'), written);
  const frame = path.join(folder, 'conf', 'nginx.conf');
  await writeFile(frame, frameFor(folder, isChecking));
  const master = await startProcess({
    file,
    args: ['-p', folder, '-c', frame, '-e', 'stderr'],
    ready: /start worker process \d+/,
    timeoutMs: startTimeoutMs,
  });
  return {
    port,
    pid: Number(/start worker process (\d+)/.exec(master.output)?.[1]),
    server,
    async stop() {
      await master.stop();
      await server.stop();
    },
  };
}

/** Files of lessons are open to the group of the server alone. */
const inGroup = 'user nobody root;';

function frameFor(folder: string, isScripted: boolean): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  return `
${isScripted ? `load_module ${scriptModule};` : ''}
daemon off;
${process.getuid?.() === 0 ? inGroup : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events { worker_connections 4096; }
http { ${temporary} keepalive_requests 1000000; include ${folder}/conf/site.conf; }
`;
}
