import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { CheckTools } from '../checks/check.rules.ts';
import { cryptoChecks } from '../checks/crypto.check.ts';
import { inspectTls } from './tls.adapter.ts';

const run = promisify(execFile);
const dayMs = 86_400_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-tls-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A certificate that signs itself, for some name and so many days from now; -1: until yesterday. */
async function certify(name: string, days: number) {
  const file = (kind: string) => path.join(folder, `${name}-${days}.${kind}`);
  await run('openssl', [
    ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    ...['-keyout', file('key'), '-out', file('csr')],
  ]);
  await run('openssl', [
    ...['x509', '-req', '-in', file('csr'), '-signkey', file('key'), '-copy_extensions', 'copy'],
    ...['-days', `${days}`, '-out', file('crt')],
  ]);
  return { key: await readFile(file('key')), cert: await readFile(file('crt')) };
}

async function serve(options: tls.TlsOptions): Promise<string> {
  const server = tls.createServer(options, (socket) => socket.on('error', () => undefined));
  server.on('tlsClientError', () => undefined);
  return listen(server);
}

async function listen(server: tls.Server | ReturnType<typeof createServer>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `https://localhost:${address.port}`;
}

/** Lets this process trust a certificate for the time of a test. */
function trust(certificate: Buffer): void {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, certificate.toString()]);
  onTestFinished(() => tls.setDefaultCACertificates(before));
}

const judge = async (publicUrl: string) =>
  cryptoChecks
    .find(({ id }) => id === 'CRYPT-04')
    ?.run({
      ports: { publicUrl, outgoing: { inspectTls } },
      now: () => new Date(),
    } as unknown as CheckTools);
const observed = async (publicUrl: string) =>
  (await judge(publicUrl))?.evidence.map((one) => one.observed);

it('passes a server with a trusted certificate and modern TLS', async () => {
  const pair = await certify('localhost', 90);
  const origin = await serve(pair);
  trust(pair.cert);
  const facts = await inspectTls(origin);
  expect(facts).toMatchObject({
    protocol: 'TLSv1.3',
    distrust: null,
    acceptsOldProtocols: false,
  });
  expect((facts.expiresAt?.getTime() ?? 0) / dayMs).toBeCloseTo(Date.now() / dayMs + 90, 1);
  expect(await judge(origin)).toMatchObject({ status: 'passed' });
});

it('finds a certificate that nobody vouches for', async () => {
  const origin = await serve(await certify('localhost', 90));
  expect(await observed(origin)).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT']);
});

it('finds a certificate for another name', async () => {
  const pair = await certify('videos.example', 90);
  const origin = await serve(pair);
  trust(pair.cert);
  const [why, ...others] = (await observed(origin)) ?? [];
  expect(why).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(others).toEqual([]);
});

it('finds a certificate that is about to end', async () => {
  const pair = await certify('localhost', 14);
  const origin = await serve(pair);
  trust(pair.cert);
  expect(await observed(origin)).toEqual(['13 days']);
});

it('finds a certificate that has ended, though it was trusted', async () => {
  const pair = await certify('localhost', -1);
  const origin = await serve(pair);
  trust(pair.cert);
  expect(await judge(origin)).toMatchObject({ status: 'failed' });
  expect(await observed(origin)).toEqual(['CERT_HAS_EXPIRED', '-2 days']);
});

it('finds protocols of long ago beside modern ones', async () => {
  const pair = await certify('localhost', 90);
  const ciphers = 'DEFAULT@SECLEVEL=0';
  const origin = await serve({ ...pair, minVersion: 'TLSv1', maxVersion: 'TLSv1.2', ciphers });
  trust(pair.cert);
  expect(await observed(origin)).toEqual(['TLS 1.1 is accepted']);
});

it('does not call an address well that speaks no TLS, or is not there', async () => {
  const plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const origin = await listen(plain);
  expect(await judge(origin)).toMatchObject({ status: 'not_tested' });
  expect(await judge('https://localhost:1')).toMatchObject({ status: 'not_tested' });
});
