import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../platform/testing/free-port.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
const deployDir = path.join(root, 'deploy', 'nginx');
/** Where Debian's package puts it; a variable overrides it. */
const scriptModule =
  process.env['NGINX_JS_MODULE'] ?? '/usr/lib/nginx/modules/ngx_http_js_module.so';

export interface TestNginx {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Starts the real nginx with one of the configurations of deploy/nginx, changed only in its
 * addresses and folders.
 * @param from.folder an empty one for its own files, below folders that every account may pass
 */
export async function startNginx(from: {
  configuration: 'x-accel.conf' | 'checked-paths.conf';
  /** Port of the server behind it. */
  serverPort: number;
  /** The server's `DATA_DIR`, and its folder of ended sessions. */
  dataDir: string;
  revokedDir: string;
  folder: string;
  /** Where the server receives the log of sent segments. */
  segmentLogPort?: number;
  /** The file that `npm run delivery:key` writes; undefined if the configuration needs none. */
  keyFile?: string;
}): Promise<TestNginx> {
  const { folder, dataDir } = from;
  await mkdir(folder, { recursive: true });
  await cp(deployDir, path.join(folder, 'conf'), { recursive: true });
  if (from.keyFile) await writeFile(path.join(folder, 'conf', 'delivery-key.conf'), from.keyFile);
  const port = await freePort();
  const shipped = await readFile(path.join(deployDir, from.configuration), 'utf8');
  const site = shipped
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*$/gm, '')
    .replace('server 127.0.0.1:8080;', `server 127.0.0.1:${from.serverPort};`)
    .replace('127.0.0.1:8514', `127.0.0.1:${from.segmentLogPort ?? 8514}`)
    .replaceAll('/etc/prahari/nginx', path.join(folder, 'conf'))
    .replaceAll('/var/lib/prahari/revoked', from.revokedDir)
    .replaceAll('/var/lib/prahari', dataDir)
    .replaceAll('/var/log/nginx', folder);
  await writeFile(path.join(folder, 'conf', 'site.conf'), site);
  const configuration = path.join(folder, 'conf', 'nginx.conf');
  await writeFile(configuration, frame(folder, from.configuration === 'checked-paths.conf'));
  return run(folder, configuration, port);
}

/** Where a relay finds Prahari by TLS. */
interface CentralByTls {
  readonly port: number;
  /** The public name, which its certificate has. */
  readonly name: string;
  /** Certificates that the relay trusts, in PEM. */
  readonly trusted: string;
}

/** Starts the relay of a kendra (`deploy/relay`), without TLS on its side, and mostly on the other. */
export async function startRelay(from: {
  /** Port of the server that it relays to, which knows itself by that. */
  readonly serverPort: number;
  readonly byTls?: CentralByTls;
  /** An empty one for its own files, below folders that every account may pass. */
  readonly folder: string;
}): Promise<TestNginx & { readonly cacheDir: string }> {
  const { folder, serverPort, byTls } = from;
  await mkdir(path.join(folder, 'conf'), { recursive: true });
  const cacheDir = path.join(folder, 'cache');
  const trustedFile = path.join(folder, 'conf', 'trusted.pem');
  if (byTls) await writeFile(trustedFile, byTls.trusted);
  const port = await freePort();
  const shipped = await readFile(path.join(root, 'deploy', 'relay', 'relay.conf.template'), 'utf8');
  const central = byTls
    ? shipped
        .replace(`proxy_ssl_name ${setting('NAME')}`, `proxy_ssl_name ${byTls.name}`)
        .replace('/etc/ssl/certs/ca-certificates.crt', trustedFile)
    : shipped
        .replace(/^ *proxy_ssl_.*$/gm, '')
        .replaceAll('https://prahari_central', 'http://prahari_central');
  const site = central
    .replaceAll(setting('CENTRAL'), `127.0.0.1:${byTls?.port ?? serverPort}`)
    .replaceAll(setting('NAME'), `127.0.0.1:${serverPort}`)
    .replaceAll(setting('CACHE_SIZE'), '100m')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*$/gm, '')
    .replaceAll('/var/cache/prahari-relay', cacheDir)
    .replaceAll('/var/log/nginx', folder);
  await writeFile(path.join(folder, 'conf', 'site.conf'), site);
  const configuration = path.join(folder, 'conf', 'nginx.conf');
  await writeFile(configuration, frame(folder, false));
  return { ...(await run(folder, configuration, port)), cacheDir };
}

/** Starts the nginx of `deploy/compose`, without TLS, before one web process. */
export async function startComposeFront(from: {
  /** Port of the server behind it. */
  readonly serverPort: number;
  /** An empty one for its own files, below folders that every account may pass. */
  readonly folder: string;
  /** The file that `npm run delivery:key` writes. */
  readonly keyFile: string;
}): Promise<TestNginx> {
  const { folder } = from;
  const confDir = path.join(folder, 'conf');
  await mkdir(confDir, { recursive: true });
  await writeFile(path.join(confDir, 'delivery-key.conf'), from.keyFile);
  const [port, healthPort] = [await freePort(), await freePort()];
  const template = path.join(root, 'deploy', 'compose', 'site.conf.template');
  const site = (await readFile(template, 'utf8'))
    .replace('server web:8080 resolve;', `server 127.0.0.1:${from.serverPort};`)
    .replaceAll(setting('NAME', 'PRAHARI'), '127.0.0.1')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('listen 127.0.0.1:8081;', `listen 127.0.0.1:${healthPort};`)
    // Newer than Debian's nginx.
    .replace(/^ *(?:http2 on|ssl_certificate.*);$/gm, '')
    .replace('/etc/prahari/delivery-key', confDir)
    .replace('/etc/prahari/nginx', deployDir)
    .replace('/var/cache/prahari', path.join(folder, 'cache'))
    .replace('/dev/stdout', path.join(folder, 'access.log'));
  await writeFile(path.join(confDir, 'site.conf'), site);
  const configuration = path.join(confDir, 'nginx.conf');
  await writeFile(configuration, frame(folder, true));
  return run(folder, configuration, port);
}

/** As the template has it, which `envsubst` fills in. */
const setting = (name: string, of = 'RELAY') => `\${${of}_${name}}`;

async function run(folder: string, configuration: string, port: number): Promise<TestNginx> {
  const nginx = spawn('nginx', ['-p', folder, '-c', configuration, '-e', 'stderr'], {
    // Debian keeps it where only root looks.
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilReady(nginx);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGQUIT');
      await ended;
    },
  };
}

function frame(folder: string, isScripted: boolean): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  return `
${isScripted ? `load_module ${scriptModule};` : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events { worker_connections 256; }
http { ${temporary} include ${folder}/conf/site.conf; }
`;
}

async function untilReady(nginx: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    nginx.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString();
      if (/start worker process \d+/.test(said)) resolve();
    });
    nginx.once('error', reject);
    nginx.once('exit', () => reject(new Error(`nginx did not start: ${said}`)));
  });
}
