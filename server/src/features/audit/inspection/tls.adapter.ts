import http from 'node:http';
import tls from 'node:tls';
import type { TlsFacts } from '../ports.ts';

const timeoutMs = 5000;

interface Handshake {
  readonly protocol: string | null;
  readonly distrust: string | null;
  readonly expiresAt: Date | null;
}

/** Connects to an https address as a browser does, and then with protocols of long ago. */
export async function inspectTls(origin: string): Promise<TlsFacts> {
  const modern = await shakeHands(origin, { minVersion: 'TLSv1.2' });
  // This library itself refuses them on its usual level of security.
  const ciphers = 'DEFAULT@SECLEVEL=0';
  const old = await shakeHands(origin, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers });
  return { ...modern, acceptsOldProtocols: old.protocol !== null };
}

async function shakeHands(origin: string, options: tls.ConnectionOptions): Promise<Handshake> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const { promise, resolve } = Promise.withResolvers<Handshake>();
  // The certificate is judged below: a wrong one is a finding, no error.
  const socket = tls.connect({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    ...options,
  });
  const fail = () => resolve({ protocol: null, distrust: null, expiresAt: null });
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.once('error', fail).once('close', fail);
  socket.once('secureConnect', () => {
    const { valid_to: validTo } = socket.getPeerCertificate();
    const distrust = socket.authorized ? null : String(socket.authorizationError);
    const expiresAt = validTo === undefined ? null : new Date(validTo);
    resolve({ protocol: socket.getProtocol(), distrust, expiresAt });
    socket.end();
  });
  return promise;
}

/** Asks a public address by plain HTTP on port 80; undefined where nothing answers. */
export async function askPlainly(
  origin: string,
  path: string,
): Promise<{ readonly status: number; readonly location: string } | undefined> {
  const { hostname } = new URL(origin);
  const { promise, resolve } = Promise.withResolvers<
    { status: number; location: string } | undefined
  >();
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const request = http.get({ host, port: 80, path, timeout: timeoutMs }, (answer) => {
    answer.resume();
    resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '' });
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(undefined));
  return promise;
}
